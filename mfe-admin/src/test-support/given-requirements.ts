import { requirementChanges, seedRequirements } from '@portal/contract'
import type { Requirements, RequirementsSettings } from '@portal/contract'

type Draft = NonNullable<RequirementsSettings['draft']>

/** The administrator who changes requirements, and when. */
export const ada = { pid: '01USER00000000000000000001', title: 'Ada Marlow' }
export const at = '2026-11-20T09:00:00.000Z'

/** What a draft changes for open permits: twelve signs in Travis County need a photo. */
export const affected: Draft['affected'] = [
  {
    authority: { pid: '01C', title: 'Travis County' },
    permitType: 'SIGN',
    count: 12,
    more: ['PHOTO'],
    less: [],
    isOtherwiseChanged: false,
  },
]

/** A draft of these requirements, saved by Ada while others are in force. */
export const draftOf = (requirements: Requirements, inForce: Requirements = seedRequirements): Draft => ({
  requirements,
  updatedAt: at,
  updatedBy: ada,
  changes: requirementChanges(inForce, requirements),
  affected,
})
