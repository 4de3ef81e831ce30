import { createStore } from '@portal/shared-ui/state'
import { remoteEntry } from '../test-support/remotes.ts'
import { dropFlags, flagsOf, holdFlags } from './flags.ts'
import { storeRegistry, storedRegistry } from './stored-registry.ts'

const permits = (flags?: Record<string, boolean>) => ({
  ...remoteEntry('permits', []),
  ...(flags !== undefined && { flags }),
})

test('the values of flags stay the same during the life of a page, and end with the person', () => {
  const store = createStore()
  holdFlags(store, [permits({ undo: false })])
  expect(flagsOf(store, 'permits')).toEqual({ undo: false })
  holdFlags(store, [permits({ undo: true, 'new-list': true })])
  expect(flagsOf(store, 'permits')).toEqual({ undo: false, 'new-list': true })
  expect(flagsOf(store, 'records')).toEqual({})
  dropFlags(store)
  holdFlags(store, [permits({ undo: true })])
  expect(flagsOf(store, 'permits')).toEqual({ undo: true })
})

test('the stored copy of the registry has neither flags nor previews, which belong to a person', () => {
  const preview = { branch: 'x', until: '2026-12-01T00:00:00.000Z' }
  storeRegistry([permits({ undo: true })])
  storeRegistry([
    { ...permits({ undo: true }), version: '2.0.0-aaaaaaaa', preview },
    { ...remoteEntry('records', []), preview },
  ])
  expect(storedRegistry()).toEqual([permits()])
})
