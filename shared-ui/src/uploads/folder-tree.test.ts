import { foldersOf, readDropped, withoutSkipped } from './folder-tree.ts'

const picked = (path: string) =>
  Object.defineProperty(
    new File(['x'], path.split('/').at(-1) ?? '', { type: 'text/plain' }),
    'webkitRelativePath',
    { value: path },
  )

/** An entry as a browser hands it out when something is dropped: folders in parts of two. */
function entry(name: string, inner?: readonly FileSystemEntry[] | 'locked'): FileSystemEntry {
  const base = {
    name,
    fullPath: `/${name}`,
    filesystem: { name: '', root: Object.create(null) },
    getParent: () => undefined,
  }
  if (inner === undefined) {
    const file = (resolve: (file: File) => void) => resolve(new File(['x'], name))
    return Object.assign(base, { isFile: true, isDirectory: false, file })
  }
  let given = 0
  const readEntries = (
    resolve: (part: readonly FileSystemEntry[]) => void,
    reject: (error: Error) => void,
  ) => {
    if (inner === 'locked') reject(new Error('locked'))
    else resolve(inner.slice(given, (given += 2)))
  }
  return Object.assign(base, { isFile: false, isDirectory: true, createReader: () => ({ readEntries }) })
}

function dropped(...entries: FileSystemEntry[]): DataTransfer {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }))
  return Object.assign(Object.create(null), { items })
}

test('what a folder picker answers becomes folders again', () => {
  const [plans, ...others] = foldersOf([
    picked('Plans/a.txt'),
    picked('Plans/Site/b.txt'),
    picked('Plans/Site/c.txt'),
  ])
  expect(others).toEqual([])
  expect(plans).toMatchObject({
    name: 'Plans',
    files: [{ name: 'a.txt' }],
    folders: [{ name: 'Site', files: [{ name: 'b.txt' }, { name: 'c.txt' }] }],
  })
})

test('dropped folders are read to their end, empty ones too, and what cannot be read is named', async () => {
  const many = ['1', '2', '3', '4', '5'].map((name) => entry(name))
  const read = await readDropped(
    dropped(entry('single.txt'), entry('Plans', [entry('Empty', []), ...many]), entry('Secret', 'locked')),
  )
  expect(read.files.map(({ name }) => name)).toEqual(['single.txt'])
  expect(read.folders).toMatchObject([
    { name: 'Plans', folders: [{ name: 'Empty', files: [] }] },
    { name: 'Secret' },
  ])
  expect(read.folders[0]?.files.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5'])
  expect(read.skipped).toEqual([{ path: 'Secret', reason: 'unreadable' }])
})

test('folders whose names begin with a dot are skipped as a whole', () => {
  const { folder, skipped } = withoutSkipped({
    name: 'Plans',
    files: [],
    folders: [{ name: '.git', files: [picked('Plans/.git/x')], folders: [] }],
  })
  expect([folder.folders, skipped]).toEqual([[], [{ path: 'Plans/.git', reason: 'dot' }]])
})

test('an empty part in the way of one file does not lose its folder', () => {
  const [plans] = foldersOf([picked('Plans/a.txt'), picked('Plans//b.txt'), picked('Plans/Site//c.txt')])
  expect(plans?.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
  expect(plans?.folders.map(({ name, files }) => [name, files.length])).toEqual([['Site', 1]])
})
