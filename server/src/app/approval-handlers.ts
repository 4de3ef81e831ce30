import { ActivateBody, Refusal, RemoteName, collections } from '@portal/contract'
import type { SecondApproval } from '@portal/contract'
import { z } from 'zod'
import type { ApprovalHandler } from '#domain/approvals/approvals.ts'
import { patchConfiguration } from '#domain/configuration/change-configuration.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { activate } from '#deployments/activate.ts'
import { requireMayDeploy } from '#deployments/deployer.ts'
import { createRecord } from '#engine/write/create-record.ts'
import { patchRecord } from '#engine/write/patch-record.ts'
import type { Deps } from './deps.ts'

const Body = z.object({ body: z.record(z.string(), z.unknown()) })
const RoleChange = Body.extend({ pid: z.string() })
const SettingsChange = z.object({
  settings: z.object({ emailIds: z.array(z.string()), secondApproval: z.boolean() }),
})
const Activation = z.object({ name: RemoteName, body: ActivateBody })

/**
 * Handlers that carry out approved changes. Each repeats the original call for the person who requested it,
 * under the rules in force at the time of the approval.
 */
export function approvalHandlers(deps: Deps): Readonly<Record<SecondApproval['kind'], ApprovalHandler>> {
  return {
    'user-created': (asker, change) => createRecord(deps, asker, collections.users, Body.parse(change).body),
    'role-changed': (asker, change) => {
      const { pid, body } = RoleChange.parse(change)
      // The record may have been saved since the request, so the change is applied to its current version.
      const { version: _version, ...values } = body
      return patchRecord(deps, asker, collections.users, pid, values)
    },
    'settings-changed': async (asker, change) => {
      if (asker.role !== 'superadmin')
        throw new Refusal('forbidden', 'The person who requested this is no longer a superadmin.')
      return patchConfiguration(deps, asker, {
        ...(await currentConfiguration(deps)),
        ...SettingsChange.parse(change),
      })
    },
    'remote-activated': (asker, change) => {
      const { name, body } = Activation.parse(change)
      requireMayDeploy(asker.role, name)
      return activate(deps, name, body, {
        by: { person: asker.pid, token: null },
        origin: { address: 'the portal', userAgent: null },
      })
    },
  }
}
