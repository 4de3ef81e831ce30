import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationChanges, mergeConfigurations, withSetting } from './configuration-changes.ts'
import { initialConfiguration } from './configuration.ts'

const base = initialConfiguration()
const mailOff = ['roles', 'team', 'modules', 'mail']
const addresses = ['settings', 'emailIds']
const label = ['columns', 'permits', 'title', 'label']

test('a change has the path of the one changed setting, and the version does not count as a setting', () => {
  const changed = [mailOff, addresses, label].reduce(
    (config, path, place) => withSetting(config, path, [false, ['office@portal.example'], 'Name'][place]),
    { ...base, version: 9 },
  )
  assert.deepEqual(
    configurationChanges(base, changed).map(({ field, from, to }) => [field, from, to]),
    [
      ['settings.emailIds', ['permits@portal.example'], ['office@portal.example']],
      ['roles.team.modules.mail', true, false],
      ['columns.permits.title.label', 'Title', 'Name'],
    ],
  )
  assert.deepEqual(configurationChanges(base, { ...base, version: 9 }), [])
})

test('a reverted setting is no change, and a new column order is one change', () => {
  assert.deepEqual(
    configurationChanges(base, withSetting(withSetting(base, mailOff, false), mailOff, true)),
    [],
  )
  const names = base.columns.tasks?.map(({ name }) => name) ?? []
  const turned = withSetting(base, ['columns', 'tasks', 'order'], names.toReversed())
  assert.deepEqual(
    configurationChanges(base, turned).map(({ field }) => field),
    ['columns.tasks.order'],
  )
  assert.deepEqual(configurationChanges(base, withSetting(turned, ['columns', 'tasks', 'order'], names)), [])
})

test('a merge keeps changes to different settings and reports a setting that both people changed', () => {
  const mine = withSetting(withSetting(base, mailOff, false), addresses, ['mine@portal.example'])
  const current = {
    ...withSetting(withSetting(base, addresses, ['theirs@portal.example']), label, 'Name'),
    version: 2,
  }
  const { merged, conflicts, others } = mergeConfigurations(base, mine, current)
  assert.equal(merged.version, 2)
  assert.equal(merged.roles.team.modules['mail'], false)
  assert.deepEqual(merged.settings.emailIds, ['theirs@portal.example'])
  assert.deepEqual(
    conflicts.map(({ field, mine: own, theirs }) => [field, own, theirs]),
    [['settings.emailIds', ['mine@portal.example'], ['theirs@portal.example']]],
  )
  assert.deepEqual(
    others.map(({ field }) => field),
    ['columns.permits.title.label'],
  )
})

test('the same change made by two people is no conflict', () => {
  const same = withSetting(base, mailOff, false)
  assert.deepEqual(mergeConfigurations(base, same, { ...same, version: 2 }).conflicts, [])
})
