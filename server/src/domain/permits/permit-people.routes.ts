import { addPermitPerson, changePermitPerson, listPermitPeople, removePermitPerson } from './permit-people.ts'
import { created, okValue, onCollection, openCollection } from '#engine/routes/record-route.ts'
import type { Answer, RouteContext, RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

type Work = (asked: RouteContext<DomainDeps>, permit: string, entry: string) => Promise<Answer>

/**
 * A call on the people of a permit, in `permits` or `processed`. Closed when the module of contacts is off.
 */
const onPeople = (
  method: RecordRoute<DomainDeps>['method'],
  rest: readonly string[],
  work: Work,
): RecordRoute<DomainDeps>[] =>
  ['permits', 'processed'].map((collection) =>
    onCollection(
      method,
      ['{pid}', 'people', ...rest],
      async (asked, _declaration, permit) => {
        await openCollection(asked, 'contacts')
        return work(asked, permit, asked.names[1] ?? '')
      },
      collection,
    ),
  )

/** The people of a permit. */
export const permitPeopleCalls: readonly RecordRoute<DomainDeps>[] = [
  ...onPeople('GET', [], async ({ deps, actor }, permit) =>
    okValue(await listPermitPeople(deps, actor, permit)),
  ),
  ...onPeople('POST', [], async ({ deps, actor, call }, permit) =>
    created(await addPermitPerson(deps, actor, permit, call.body)),
  ),
  ...onPeople('PATCH', ['{entry}'], async ({ deps, actor, call }, permit, entry) =>
    okValue(await changePermitPerson(deps, actor, permit, entry, call.body)),
  ),
  ...onPeople('DELETE', ['{entry}'], async ({ deps, actor }, permit, entry) =>
    okValue(await removePermitPerson(deps, actor, permit, entry)),
  ),
]
