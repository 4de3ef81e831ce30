import { created, okValue, onCollection } from '#engine/routes/record-route.ts'
import type { Answer, RecordRoute, RouteContext } from '#engine/routes/record-route.ts'
import { openCollection } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { acceptMany, acceptProposal } from './accept.ts'
import { createDiscovered, dismissDiscovered, listDiscovered } from './discovery/discovered-permits.ts'
import { startRun } from './feed-jobs.ts'
import { listObservations } from './observations.ts'
import { decideHeld, dismiss, getProposal, listProposals } from './proposals.ts'
import { createSource, deleteSource, listSources, patchSource, readRuns, readSource } from './sources.ts'
import { trySource } from './try-source.ts'

type Asked = RouteContext<DomainDeps>

/** A call that belongs to the module of a collection. `pid` is the first of its names. */
function call(
  method: RecordRoute['method'],
  pattern: readonly string[],
  collection: 'authorities' | 'permits',
  work: (asked: Asked, pid: string) => Promise<Answer>,
): RecordRoute<DomainDeps> {
  return {
    method,
    pattern,
    async answer(asked) {
      await openCollection(asked, collection)
      return work(asked, asked.names[0] ?? '')
    },
  }
}

const source = (
  method: RecordRoute['method'],
  rest: readonly string[],
  work: (asked: Asked, pid: string) => Promise<Answer>,
) => call(method, ['authority-sources', ...rest], 'authorities', work)

const proposal = (
  method: RecordRoute['method'],
  rest: readonly string[],
  work: (asked: Asked, pid: string) => Promise<Answer>,
) => call(method, ['proposals', ...rest], 'permits', work)

const discovered = (
  method: RecordRoute['method'],
  rest: readonly string[],
  work: (asked: Asked, pid: string) => Promise<Answer>,
) => call(method, ['finds', ...rest], 'permits', work)

/** Feeds of authorities, what they propose and discover. Source: contract.md 11.7, decisions 0125 and 0137. */
export const feedCalls: readonly RecordRoute<DomainDeps>[] = [
  source('GET', [], async ({ deps, actor, call: { query } }) =>
    okValue(await listSources(deps, actor, query)),
  ),
  source('POST', [], async ({ deps, actor, call: { body } }) =>
    created(await createSource(deps, actor, body)),
  ),
  source('POST', ['try'], async ({ deps, actor, call: { body } }) =>
    okValue(await trySource(deps, actor, body)),
  ),
  source('GET', ['{pid}'], async ({ deps, actor }, pid) => okValue(await readSource(deps, actor, pid))),
  source('PATCH', ['{pid}'], async ({ deps, actor, call: { body } }, pid) =>
    okValue(await patchSource(deps, actor, pid, body)),
  ),
  source('DELETE', ['{pid}'], async ({ deps, actor }, pid) => okValue(await deleteSource(deps, actor, pid))),
  source('GET', ['{pid}', 'runs'], async ({ deps, actor }, pid) => okValue(await readRuns(deps, actor, pid))),
  source('POST', ['{pid}', 'run'], async ({ deps, actor }, pid) => ({
    status: 202,
    json: JSON.stringify(await startRun(deps, actor, pid)),
  })),
  source('POST', ['{pid}', 'held'], async ({ deps, actor, call: { body } }, pid) =>
    okValue(await decideHeld(deps, actor, pid, body)),
  ),
  proposal('GET', [], async ({ deps, actor, call: { query } }) =>
    okValue(await listProposals(deps, actor, query)),
  ),
  proposal('POST', ['accept'], async ({ deps, actor, call: { body } }) =>
    okValue(await acceptMany(deps, actor, body)),
  ),
  proposal('GET', ['{pid}'], async ({ deps, actor }, pid) => okValue(await getProposal(deps, actor, pid))),
  proposal('POST', ['{pid}', 'accept'], async ({ deps, actor }, pid) => {
    await acceptProposal(deps, actor, pid)
    return okValue(await getProposal(deps, actor, pid))
  }),
  proposal('POST', ['{pid}', 'dismiss'], async ({ deps, actor, call: { body } }, pid) =>
    okValue(await dismiss(deps, actor, pid, body)),
  ),
  discovered('GET', [], async ({ deps, actor, call: { query } }) =>
    okValue(await listDiscovered(deps, actor, query)),
  ),
  discovered('POST', ['{pid}', 'create'], async ({ deps, actor, call: { body } }, pid) =>
    created(await createDiscovered(deps, actor, pid, body)),
  ),
  discovered('POST', ['{pid}', 'dismiss'], async ({ deps, actor, call: { body } }, pid) =>
    okValue(await dismissDiscovered(deps, actor, pid, body)),
  ),
  ...['permits', 'processed'].map((collection) =>
    onCollection<DomainDeps>(
      'GET',
      ['{pid}', 'observations'],
      async ({ deps, actor }, declaration, pid) =>
        okValue(await listObservations(deps, actor, declaration, pid)),
      collection,
    ),
  ),
]
