import { atom } from 'jotai'

/** Unread alerts of the viewer, as the server last said. */
export const unreadAlertsAtom = atom(0)
