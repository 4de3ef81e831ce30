import type { Actor } from '@portal/contract'

/**
 * The portal as actor of automatic transitions and notifications. It is not a user, so histories show no
 * name.
 */
export const portalActor: Actor = { pid: 'portal', role: 'superadmin', org: null }
