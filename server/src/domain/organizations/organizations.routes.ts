import { MergeQuery, refusalOf } from '@portal/contract'
import { askForCertificate } from './certificate-tasks.ts'
import { getClientCard } from './client-card.ts'
import { previewMerge, startMerge } from './merge/merge-organizations.ts'
import { readMerge, startUndo } from './merge/undo-merge.ts'
import { suggestRecipients } from '../permits/mail-recipients.ts'
import { created, okValue, onCollection, openCollection } from '#engine/routes/record-route.ts'
import type { Answer, RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** The client card, for staff who may not read organizations, and the suggested mail recipients. */
export const clientCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['clients', '{pid}'],
    answer: async (asked) => {
      await openCollection(asked, 'orgs')
      return okValue(await getClientCard(asked.deps, asked.actor, asked.names[0] ?? ''))
    },
  },
  {
    method: 'GET',
    pattern: ['mail-recipients'],
    answer: async (asked) => {
      await openCollection(asked, 'contacts')
      return okValue(await suggestRecipients(asked.deps, asked.actor, asked.call.query))
    },
  },
]

/** Certificates of an organization. Source: docs/decisions/0135-renewal-of-certificates.md */
export const certificateCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection(
    'POST',
    ['{pid}', 'certificates', '{field}', 'request'],
    async ({ deps, actor, names }, _declaration, pid) =>
      created(await askForCertificate(deps, actor, pid, names[1] ?? '')),
    'orgs',
  ),
]

const accepted = (value: unknown): Answer => ({ status: 202, json: JSON.stringify(value) })

/** Merging two organizations, for administrators. Source: docs/decisions/0121-merged-organizations.md */
export const mergeCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection(
    'GET',
    ['{pid}', 'merge'],
    async ({ deps, actor, call }, _declaration, pid) => {
      const parsed = MergeQuery.safeParse(call.query ?? {})
      if (!parsed.success) throw refusalOf(parsed.error, 'query')
      const { into } = parsed.data
      return okValue(
        await (into === undefined ? readMerge(deps, actor, pid) : previewMerge(deps, actor, pid, into)),
      )
    },
    'orgs',
  ),
  onCollection(
    'POST',
    ['{pid}', 'merge'],
    async ({ deps, actor, call }, _declaration, pid) =>
      accepted(await startMerge(deps, actor, pid, call.body)),
    'orgs',
  ),
  onCollection(
    'POST',
    ['{pid}', 'merge', 'undo'],
    async ({ deps, actor }, _declaration, pid) => accepted(await startUndo(deps, actor, pid)),
    'orgs',
  ),
]
