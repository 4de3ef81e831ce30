import type { DomainDeps } from '#domain/deps.ts'
import { okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import { listMentionable } from './mentions.ts'

/** Who can be mentioned in a note of a record. */
export const mentionCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection('GET', ['{pid}', 'mentionable'], async ({ deps, actor, call }, declaration, pid) =>
    okValue(await listMentionable(deps, actor, { declaration, pid, query: call.query })),
  ),
]
