/**
 * What a remote needs of the contract to list its pages: small, so that a page of records does not wait for
 * the rest of the contract. `index.ts` exports the same names.
 */
export { collections } from './collections/collections.ts'
export { isStaff } from './role-names.ts'
