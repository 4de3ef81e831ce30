import { allFields, collections, roles } from '@portal/contract'
import type { Actor, AnyRecord } from '@portal/contract'
import { writableFields } from '../bulk/UpdateForm.tsx'
import { possibleColumns } from './columns.ts'
import { sectionsOf } from '../drawer/sections.ts'
import { newFields } from '../edit/new/new-fields.ts'

const internals = {
  permits: [
    'bucket',
    'outcome',
    'cycleNo',
    'attributes',
    'clockStartedAt',
    'ourSeconds',
    'statusVerifiedAt',
    'revision',
    'origin',
  ],
  tasks: ['relatedType', 'relatedPid', 'audience'],
  payments: ['idempotencyKey', 'cycleNo', 'gatewayId', 'gatewayResult', 'authCode', 'currency'],
  users: ['notificationPrefs', 'locale'],
  rts: ['manifestHash', 'frozenFiles', 'checklist', 'checks'],
  notifications: ['relatedType', 'relatedPid', 'template', 'digestKey', 'attempts'],
} as const

const cases = Object.entries(internals).flatMap(([name, fields]) =>
  Object.values(collections).flatMap((collection) =>
    collection.name === name ? roles.map((role) => [name, role, collection, fields] as const) : [],
  ),
)

test.each(cases)(
  'no form of %s asks a %s for what the portal keeps for itself, and only staff find it in Details',
  (_name, role, collection, fields) => {
    const actor: Actor = {
      pid: '01USER',
      role,
      org: role === 'client' ? '01ORG' : null,
      orgRole: role === 'client' ? 'ORG_ADMIN' : null,
    }
    const asked = [...newFields(collection, actor), ...writableFields(collection, actor)].map(
      ({ name }) => name,
    )
    expect(asked.filter((name) => fields.some((field) => field === name))).toEqual([])
    const values = Object.fromEntries(Object.keys(allFields(collection)).map((name) => [name, 'something']))
    const record: AnyRecord = { pid: '01RECORD', version: 1, ...values }
    const shown = sectionsOf(collection, record, actor).filter(
      ({ isFolded }) => role === 'client' || !isFolded,
    )
    const inSight = shown.flatMap((section) => section.fields.map(({ name }) => name))
    expect(inSight.filter((name) => fields.some((field) => field === name))).toEqual([])
  },
)

test('clients choose among columns that mean something to them', () => {
  const names = possibleColumns(collections.permits, [], { role: 'client' }).map(({ name }) => name)
  expect(names).toContain('issuedDate')
  for (const name of internals.permits) expect(names).not.toContain(name)
})
