import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RemoteManifest } from './manifest.ts'
import { panelProblem } from './panel-problems.ts'
import {
  PanelDeclaration,
  isForRecord,
  isForRole,
  isRemoteColumnName,
  readDeclarations,
  remoteColumnName,
  slotDefinitions,
  slots,
} from './slots.ts'
import { splitManifest } from './split-manifest.ts'
import { missingSlots } from './uses.ts'

const panelIn = (slot: (typeof slots)[number], more: object = {}) =>
  PanelDeclaration.parse({
    slot,
    ...(slotDefinitions[slot].hasCollections && { collections: ['permits'] }),
    id: slot,
    label: `Label of ${slot}`,
    order: 1,
    expose: './panel',
    ...more,
  })
const manifestOf = (panels: unknown[]) =>
  RemoteManifest.parse({
    name: 'ports',
    owner: 'Ports team',
    contract: '^1.0.0',
    routes: [],
    panels,
    collections: [],
    apis: [],
  })

test('a manifest may fill every slot, and names collections where a slot has them', () => {
  assert.equal(panelProblem(slots.map((slot) => panelIn(slot))), null)
  for (const slot of slots) {
    const { hasCollections } = slotDefinitions[slot]
    const problem = panelProblem([panelIn(slot, { collections: hasCollections ? [] : ['permits'] })])
    assert.match(problem ?? '', hasCollections ? /names no collection$/ : /and its slot has none$/, slot)
  }
})

test('a condition names fields of every collection, in slots with a record only', () => {
  const when = [{ field: 'status', in: ['NEW'] }]
  assert.equal(panelProblem([panelIn('record.card', { when })]), null)
  assert.match(panelProblem([panelIn('bulk.action', { when })]) ?? '', /its slot has no record$/)
  assert.match(
    panelProblem([panelIn('table.cell', { when: [{ field: 'colour', notIn: ['red'] }] })]) ?? '',
    /names the unknown field colour of permits$/,
  )
  assert.throws(() => panelIn('record.card', { when: [{ field: 'status', in: ['NEW'], notIn: [] }] }))
  assert.throws(() => panelIn('record.card', { when: [{ field: 'status', expression: '1' }] }))
})

test('the id of a panel is short enough for the name of its column in addresses and saved views', () => {
  for (const id of ['x'.repeat(60), 'ü'.repeat(10)])
    assert.equal(panelProblem([panelIn('table.cell', { id })]), null, id)
  for (const id of ['x'.repeat(61), 'ü'.repeat(11), '\ud800'])
    assert.match(panelProblem([panelIn('table.cell', { id })]) ?? '', /an id of at most 60 characters/, id)
})

test('two panels with one label in one place are refused', () => {
  const twin = panelIn('record.action', { id: 'other', label: 'label of RECORD.action ' })
  assert.match(panelProblem([panelIn('record.action'), twin]) ?? '', /declares more than once the label/)
  const elsewhere = { ...twin, collections: ['tasks'] }
  assert.equal(panelProblem([panelIn('record.action'), elsewhere]), null)
})

test('without roles, staff see further slots, and clients the head and the tabs of a record', () => {
  for (const slot of slots) {
    const panel = panelIn(slot)
    assert.equal(isForRole(panel, 'team'), true, slot)
    assert.equal(isForRole(panel, 'client'), slot === 'record.tab' || slot === 'record.head', slot)
    assert.equal(isForRole(panel, null), false, slot)
    const forClients = panelIn(slot, { roles: ['client', 'admin'] })
    assert.deepEqual(
      ['client', 'team', 'admin'].map((role) => isForRole(forClients, role)),
      [true, false, true],
    )
  }
})

test('conditions compare what the viewer reads: values, references by pid, items of lists, and no value', () => {
  const meets = (condition: object, record: object) =>
    isForRecord(panelIn('record.card', { when: [condition] }), { ...record })
  assert.equal(meets({ field: 'status', in: ['NEW', 'DRAFT'] }, { status: 'DRAFT' }), true)
  assert.equal(meets({ field: 'status', in: ['NEW'] }, { status: 'ISSUED' }), false)
  assert.equal(meets({ field: 'status', notIn: ['NEW'] }, { status: 'ISSUED' }), true)
  assert.equal(meets({ field: 'client', in: ['01ORG'] }, { client: { pid: '01ORG', title: 'Acme' } }), true)
  assert.equal(meets({ field: 'team', in: ['b'] }, { team: ['a', 'b'] }), true)
  assert.equal(meets({ field: 'client', in: [null] }, { client: null }), true)
  assert.equal(meets({ field: 'client', in: [null] }, {}), true, 'a masked field has no value')
  assert.equal(meets({ field: 'client', notIn: [null] }, {}), false)
  const both = panelIn('record.card', {
    when: [
      { field: 'status', in: ['NEW'] },
      { field: 'court', in: ['OURS'] },
    ],
  })
  assert.equal(isForRecord(both, { status: 'NEW', court: 'OURS' }), true)
  assert.equal(isForRecord(both, { status: 'NEW', court: 'CLIENT' }), false)
})

test('columns of remotes have names that no field has and that survive an address', () => {
  const name = remoteColumnName('ports', 'Berth, outer / left')
  assert.equal(name, 'ports/Berth%2C%20outer%20%2F%20left')
  assert.equal(isRemoteColumnName(name), true)
  assert.notEqual(name, remoteColumnName('ports', 'Berth'))
  for (const other of [
    'title',
    'custom.color',
    'ports/',
    '/berth',
    'ports/a/b',
    'ports/a,b',
    'ports/a b',
    '',
  ])
    assert.equal(isRemoteColumnName(other), false, other)
})

test('a release with two slots gets a manifest that it can read, and loses only what it does not know', () => {
  const tab = panelIn('record.tab')
  const forAdmins = panelIn('record.head', { roles: ['admin'] })
  const card = panelIn('record.card')
  const { manifest, slots: further } = splitManifest(manifestOf([tab, card, forAdmins]))
  assert.deepEqual(manifest.panels, [tab])
  assert.deepEqual(further, [card, forAdmins])
  const unknown = { ...card, slot: 'record.hologram' }
  assert.deepEqual(readDeclarations([unknown, card, 7, null]), [card])
})

test('slots that a shell does not have are named; a shell of the last release has two', () => {
  const panels = [panelIn('record.tab'), panelIn('record.card'), panelIn('table.cell')]
  assert.deepEqual(missingSlots({ panels }, {}), ['slot record.card', 'slot table.cell'])
  assert.deepEqual(missingSlots({ panels }, { slots: [...slots] }), [])
})
