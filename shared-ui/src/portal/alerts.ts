import { atom } from 'jotai'

/** Number of unread alerts of the viewer, as last reported by the server. */
export const unreadAlertsAtom = atom(0)
