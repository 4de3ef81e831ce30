import type { collections } from '@portal/contract'
import {
  Refusal,
  firstChannel,
  signOffReset,
  newChecklist,
  packageStatus,
  readinessOf,
  unsentPackages,
} from '@portal/contract'
import { notifyWork } from '../notifications/assignments.ts'
import { findPermitFacts, requiresSecondPerson, requireActiveOrganization } from '../permit-facts.ts'
import { withStandIn } from '../users/absence/assign-stand-in.ts'
import { requirementsOfPermit } from '../requirements/permit-requirements.ts'
import { feesOfPackage } from './package-fees.ts'
import { sql } from 'kysely'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'
import { run } from '#engine/write/writing.ts'

const verifierPrepares =
  'The person who verified a package can’t also prepare it. Remove the verification first, or choose someone else.'

/** One record per permit and submission cycle; it copies client and authority from its permit. */
export const rtsRules: CollectionRules<typeof collections.rts> = {
  defaults: (_actor, values) => ({
    kind: 'FIRST',
    ...values,
    status: packageStatus.COLLECTING,
    readinessPct: 0,
    missingCount: 0,
  }),
  // A permit that changes meanwhile would ask for other documents than the new package.
  async lockFirst({ deps, trx }, pids, writes) {
    const permits = pids.length > 0 ? [] : writes.flatMap(({ permit }) => permit ?? [])
    if (permits.length === 0) return
    await run(
      deps.database,
      trx,
      sql`select 1 from permits where pid = any(${[...new Set(permits)]}::text[]) order by pid for share`,
    )
  },
  async beforeWrite(context, write) {
    if (write.action === 'delete') return {}
    const { status } = write.action === 'create' ? write.values : write.before
    const values = await withStandIn(context, write.values, unsentPackages.includes(status))
    if (write.action === 'update') {
      const { assignedTo } = values
      const isVerifier =
        typeof assignedTo === 'string' &&
        assignedTo === write.before.verifiedBy &&
        assignedTo !== write.before.assignedTo
      if (isVerifier && (await requiresSecondPerson(context)))
        throw new Refusal('transition-refused', verifierPrepares, { unmet: [verifierPrepares] })
      if (values.permit === undefined) return values
    }
    const permit = await findPermitFacts(context, values.permit)
    const channel = write.action === 'create' && { channel: firstChannel(permit?.channels), ...values }
    if (permit === undefined) return { ...values, ...channel }
    await requireActiveOrganization(context, permit.org)
    const asked =
      write.action === 'create' ? await requirementsOfPermit(context, write.values.permit ?? '') : null
    const checklist = asked === null ? null : newChecklist(asked)
    // A package that moves to another permit has other files.
    const isSame = write.action === 'update' && write.before.permit === values.permit
    const begun = isSame ? {} : checklist === null ? signOffReset : { checklist, ...readinessOf(checklist) }
    const fees = isSame ? {} : feesOfPackage(permit.balance ?? 0)
    return {
      ...values,
      ...channel,
      ...begun,
      ...fees,
      org: permit.org,
      authority: permit.authority,
      cycleNo: permit.cycle_no ?? 1,
    }
  },
  afterWrite: notifyWork,
}
