/**
 * What a remote needs to show its pages of records: its first files import from here, so that the first table
 * does not wait for the rest of the package. `index.ts` exports the same names.
 */
export { lazyComponent } from '../feedback/lazy-part.tsx'
export { RecordPage } from '../records/page/RecordPage.lazy.tsx'
export type { RecordBoardProps, RecordPageProps } from '../records/page/record-page-props.ts'
export { createRemote } from '../remote/create-remote.tsx'
export { actorAtom } from '../session/session.ts'
