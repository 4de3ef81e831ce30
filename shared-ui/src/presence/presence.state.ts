import { atom } from 'jotai'
import type { Presence } from '@portal/contract'

/** Who is at the record that is open in this tab, as the server said last; null while nothing is known. */
export const presenceAtom = atom<Presence | null>(null)

/** Increases when the stream is connected again: the server may have forgotten where this page is. */
export const streamConnectionsAtom = atom(0)
