import { Refusal, findCollection, invalid } from '@portal/contract'
import type { Actor, CrudCall, Declaration } from '@portal/contract'
import { countUnread, readAllAlerts } from '#records/alerts.ts'
import { countRecords } from '#records/count-records.ts'
import { createRecord } from '#records/create-record.ts'
import { deleteRecord } from '#records/delete-record.ts'
import { distinctValues } from '#records/distinct-values.ts'
import { getRecord } from '#records/get-record.ts'
import { listRecords, pageJson } from '#records/list-records.ts'
import { patchRecord } from '#records/patch-record.ts'
import { searchRecords } from '#records/search-records.ts'
import type { Deps } from '../../deps.ts'

/** What the calls need of other features; the application passes them in. */
export interface CrudParts {
  configuration: {
    get(deps: Deps, actor: Actor): Promise<unknown>
    patch(deps: Deps, actor: Actor, body: unknown): Promise<unknown>
    reset(deps: Deps, actor: Actor): Promise<unknown>
  }
  /** Collections of the modules that are switched off for the role. */
  closedCollections(deps: Deps, viewer: { role: string | null }): Promise<ReadonlySet<string>>
}

export interface Answer {
  status: number
  /** JSON text, as PostgreSQL wrote it where it is records. */
  json: string
}

interface Asked {
  deps: Deps
  parts: CrudParts
  actor: Actor
  call: CrudCall
  /** The segments that stand for `{...}` in the pattern, in order. */
  names: readonly string[]
}

interface InnerCall {
  method: CrudCall['method']
  /** Segments; `{...}` takes any. */
  pattern: readonly string[]
  answer(asked: Asked): Promise<Answer>
}

const ok = (json: string): Answer => ({ status: 200, json })
const okValue = (value: unknown): Answer => ok(JSON.stringify(value))

/** The declaration of a collection that is open to the actor. Throws 400 for an unknown one, 403 where its module is switched off. */
async function openCollection({ deps, parts, actor }: Asked, name: string, path = 'apiPath'): Promise<Declaration> {
  const declaration = findCollection(name)
  if (declaration === undefined) throw invalid(path, 'unknown-collection', `${path}: there is no collection ${name.slice(0, 100)}`)
  const closed = await parts.closedCollections(deps, { role: actor.role })
  if (closed.has(declaration.name)) throw new Refusal('forbidden', `The module of ${declaration.name} is switched off for your role.`)
  return declaration
}

/** A call on one collection, whose name is the first segment. */
function onCollection(
  method: InnerCall['method'],
  rest: readonly string[],
  work: (asked: Asked, declaration: Declaration, name: string) => Promise<Answer>,
  collection = '{collection}',
): InnerCall {
  const answer = async (asked: Asked): Promise<Answer> => {
    const [first = '', second = ''] = asked.names
    const isNamed = collection === '{collection}'
    return work(asked, await openCollection(asked, isNamed ? first : collection), isNamed ? second : first)
  }
  return { method, pattern: [collection, ...rest], answer }
}

/** Every inner call of `POST /api/crud`, first match first. Source: contract.md section 2. */
const innerCalls: readonly InnerCall[] = [
  { method: 'GET', pattern: ['config'], answer: async ({ deps, parts, actor }) => okValue(await parts.configuration.get(deps, actor)) },
  {
    method: 'PATCH',
    pattern: ['config'],
    answer: async ({ deps, parts, actor, call }) => okValue(await parts.configuration.patch(deps, actor, call.body)),
  },
  { method: 'POST', pattern: ['config', 'reset'], answer: async ({ deps, parts, actor }) => okValue(await parts.configuration.reset(deps, actor)) },
  {
    method: 'GET',
    pattern: ['count'],
    answer: async (asked) =>
      okValue(await countRecords(asked.deps, asked.actor, asked.call.query, (name) => openCollection(asked, name, 'query.collection'))),
  },
  onCollection('GET', ['count'], async ({ deps, actor }) => okValue(await countUnread(deps, actor)), 'alerts'),
  onCollection('POST', ['read-all'], async ({ deps, actor }) => okValue(await readAllAlerts(deps, actor)), 'alerts'),
  onCollection('GET', [], async ({ deps, actor, call }, declaration) =>
    ok(pageJson(declaration, await listRecords(deps, actor, declaration, call.query))),
  ),
  onCollection('GET', ['search'], async ({ deps, actor, call }, declaration) =>
    ok(pageJson(declaration, await searchRecords(deps, actor, declaration, call.query))),
  ),
  onCollection('GET', ['fields', '{field}'], async ({ deps, actor, call }, declaration, field) =>
    ok(await distinctValues(deps, actor, declaration, field, call.query)),
  ),
  onCollection('GET', ['{pid}'], async ({ deps, actor }, declaration, pid) => ok(await getRecord(deps, actor, declaration, pid))),
  onCollection('POST', [], async ({ deps, actor, call }, declaration) => {
    const { pid, isNew } = await createRecord(deps, actor, declaration, call.body)
    return { status: isNew ? 201 : 200, json: JSON.stringify({ pid }) }
  }),
  onCollection('PATCH', ['{pid}'], async ({ deps, actor, call }, declaration, pid) =>
    ok(await patchRecord(deps, actor, declaration, pid, call.body)),
  ),
  onCollection('DELETE', ['{pid}'], async ({ deps, actor }, declaration, pid) => okValue(await deleteRecord(deps, actor, declaration, pid))),
]

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.length === segments.length && pattern.every((part, at) => part.startsWith('{') || part === segments[at])
}

/** Answers one inner call. Throws 400 naming an unknown collection, path or method. */
export async function answerCall(deps: Deps, parts: CrudParts, actor: Actor, call: CrudCall, segments: readonly string[]): Promise<Answer> {
  const fitting = innerCalls.filter(({ pattern }) => fits(pattern, segments))
  const found = fitting.find(({ method }) => method === call.method)
  if (found !== undefined) {
    const names = segments.filter((_, at) => found.pattern[at]?.startsWith('{'))
    return found.answer({ deps, parts, actor, call, names })
  }
  const [first = ''] = segments
  if (findCollection(first) === undefined && fitting.every(({ pattern }) => pattern[0] === '{collection}')) {
    throw invalid('apiPath', 'unknown-collection', `apiPath: there is no collection ${first}`)
  }
  if (fitting.length > 0) throw invalid('method', 'unknown-method', `method: ${call.method} does not go with ${segments.join('/')}`)
  throw invalid('apiPath', 'unknown-path', `apiPath: there is no call ${segments.join('/')}`)
}
