import { atom } from 'jotai'

/**
 * Increases when the available panels may have changed, for example after a release or when a module is
 * switched off. Components with slots then query the panels again.
 */
export const panelsVersionAtom = atom(0)
