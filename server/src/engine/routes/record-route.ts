import { Refusal, findCollection, invalid, phrase } from '@portal/contract'
import type { Actor, CrudCall, Declaration } from '@portal/contract'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import type { ModuleViewer } from '#platform/federation/registry.ts'
import type { RecordDeps } from '../query/reading.ts'
import type { EngineDeps } from '../deps.ts'

/** What the calls need from other features. The application passes it in. */
export interface CrudDeps {
  configuration: {
    get(deps: EngineDeps, actor: Actor): Promise<unknown>
    patch(deps: EngineDeps, actor: Actor, body: unknown): Promise<unknown>
    reset(deps: EngineDeps, actor: Actor): Promise<unknown>
    addresses(deps: EngineDeps, actor: Actor): Promise<unknown>
    storage(deps: EngineDeps, actor: Actor): Promise<unknown>
  }
  /** Collections of the modules that are switched off for the role. */
  closedCollections(deps: EngineDeps, viewer: ModuleViewer): Promise<ReadonlySet<string>>
  /** Names of those modules. */
  closedModules(deps: EngineDeps, viewer: ModuleViewer): Promise<ReadonlySet<string>>
  /** Number of unread messages in a person's mailbox. */
  countUnreadMail(person: string): Promise<number>
}

export interface Answer {
  status: number
  /** JSON text. For records, PostgreSQL has built it. */
  json: string
}

/** Context of a call. `Deps` are the dependencies of the layer that answers it. */
export interface RouteContext<Deps extends EngineDeps = EngineDeps> {
  deps: Deps & RecordDeps
  parts: CrudDeps
  actor: Actor
  /** The caller, for the module switches. */
  viewer: ModuleViewer
  call: CrudCall
  /** The segments that match `{...}` in the pattern, in order. */
  names: readonly string[]
}

/** One call of `POST /api/crud`: method and path. */
export interface RecordRoute<Deps extends EngineDeps = EngineDeps> {
  method: CrudCall['method']
  /** Segments; `{...}` matches any. */
  pattern: readonly string[]
  answer(asked: RouteContext<Deps>): Promise<Answer>
  /**
   * Whether the call may start before the session check has finished: it only reads, or it waits for the
   * session check before it writes.
   */
  isSpeculative?: boolean
}

/** Marks a call that may start before the session check has finished. */
export const speculative = <Deps extends EngineDeps>(call: RecordRoute<Deps>): RecordRoute<Deps> => ({
  ...call,
  isSpeculative: true,
})

/** 200 with JSON text. */
export const ok = (json: string): Answer => ({ status: 200, json })
/** 200 with a value. */
export const okValue = (value: unknown): Answer => ok(JSON.stringify(value))
/** 201 with a value. */
export const created = (value: unknown): Answer => ({ status: 201, json: JSON.stringify(value) })

/** The declaration of a collection. Throws 400 for an unknown one. */
export function knownCollection(name: string, path = 'apiPath'): Declaration {
  const declaration = findCollection(name)
  if (declaration === undefined)
    throw invalid(
      path,
      'unknown-collection',
      phrase('{{path}}: there is no collection {{name}}', { path, name: name.slice(0, 100) }),
    )
  return declaration
}

/**
 * The declaration of a collection that the actor may use. Throws 400 for an unknown one, 403 when its module
 * is switched off.
 */
export async function openCollection(
  { deps, parts, viewer }: RouteContext,
  name: string,
  path = 'apiPath',
): Promise<Declaration> {
  const declaration = knownCollection(name, path)
  const closed = await parts.closedCollections(deps, viewer)
  if (closed.has(declaration.name))
    throw new Refusal(
      'forbidden',
      phrase('The module of {{name}} is switched off for your role.', { name: declaration.name }),
    )
  return withAddedFields(deps, declaration)
}

/** A call on one collection. The first segment names it. */
export function onCollection<Deps extends EngineDeps>(
  method: RecordRoute['method'],
  rest: readonly string[],
  work: (asked: RouteContext<Deps>, declaration: Declaration, name: string) => Promise<Answer>,
  collection = '{collection}',
): RecordRoute<Deps> {
  const result = async (asked: RouteContext<Deps>): Promise<Answer> => {
    const [first = '', second = ''] = asked.names
    const isNamed = collection === '{collection}'
    return work(asked, await openCollection(asked, isNamed ? first : collection), isNamed ? second : first)
  }
  return { method, pattern: [collection, ...rest], answer: result }
}
