import { storeUploads, takeStoredUploads } from './stored-uploads.ts'
import { newFolder, newItem, newPlace, sourceOf, targetIn } from './upload-items.ts'
import type { Folder, Item } from './upload-items.ts'

const target = { root: 'team', parentId: 'team' }
const file = (name: string) =>
  new File(['four'], name, { type: 'text/plain', lastModified: 1_700_000_000_000 })

const uploaded = (item: Item): Item => ({ ...item, progress: { kind: 'uploaded' } })

function brokenFolder(): Folder {
  const site = { ...newPlace('Site', { root: 'team', parentId: 'PLANS' }), pid: 'SITE' }
  const top = { ...newPlace('Plans', target), pid: 'PLANS', inner: [site] }
  const folder: Folder = { ...newFolder(top), progress: { kind: 'made', message: null } }
  const done = newItem(sourceOf(file('a.txt')), 'a.txt', folder, () => targetIn(top))
  const open = newItem(sourceOf(file('b.txt')), 'Site/b.txt', folder, () => targetIn(site))
  folder.items = [uploaded({ ...done, pid: 'A' }), { ...open, pid: 'B' }]
  return folder
}

beforeEach(() => sessionStorage.clear())

test('a folder that was under way comes back with what arrived of it, what did not, and where it goes (specification.md 4)', () => {
  const folder = brokenFolder()
  storeUploads('01ME', { items: folder.items, folders: [folder] })
  const kept = takeStoredUploads('01ME')
  expect(kept?.folders).toMatchObject([
    { progress: { kind: 'made', message: 'Interrupted. Select the folder again.' } },
  ])
  expect(
    kept?.items.map(({ name, progress: { kind }, pid, key, file: bytes }) => ({
      name,
      kind,
      pid,
      key,
      bytes,
    })),
  ).toEqual([
    { name: 'a.txt', kind: 'uploaded', pid: 'A', key: folder.items[0]?.key, bytes: null },
    { name: 'Site/b.txt', kind: 'failed', pid: 'B', key: folder.items[1]?.key, bytes: null },
  ])
  expect(kept?.items.map((item) => item.target().parentId)).toEqual(['PLANS', 'SITE'])
})

test('what was broken off is given out once, and to nobody else', () => {
  const alone = newItem(sourceOf(file('plan.txt')), 'plan.txt', null, () => target)
  storeUploads('01ME', { items: [alone], folders: [] })
  expect(takeStoredUploads('01OTHER')).toBeNull()
  expect(takeStoredUploads('01ME')).toBeNull()
  storeUploads('01ME', { items: [alone], folders: [] })
  expect(takeStoredUploads('01ME')?.items).toHaveLength(1)
  expect(takeStoredUploads('01ME')).toBeNull()
})

test('where all is Uploaded nothing is kept', () => {
  const alone = newItem(sourceOf(file('plan.txt')), 'plan.txt', null, () => target)
  storeUploads('01ME', { items: [uploaded(alone)], folders: [] })
  expect(takeStoredUploads('01ME')).toBeNull()
})
