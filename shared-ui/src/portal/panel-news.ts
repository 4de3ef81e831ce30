import { atom } from 'jotai'

/**
 * Grows when other panels may be on offer than before: another release, a module switched off. What draws
 * slots asks again.
 */
export const panelsVersionAtom = atom(0)
