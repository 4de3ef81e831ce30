import {
  file,
  folder,
  pass,
  putBytesOf,
  startEngine,
  target,
  told,
  whole,
} from '../../test-support/upload-engine.ts'
import { noUploads } from '../upload-state.ts'
import { NoFolder } from './upload-calls.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('of a folder, one bad name fails by itself and the rest goes on; a folder with a bad name is renamed, and both are told', async () => {
  const { engine, puts, made, side } = startEngine()
  const inner = folder('a\\b', { files: [file('inner.txt')] })
  engine.add(
    target,
    whole(folder('Plans', { files: [file('good.txt'), file('bad\\name.txt')], folders: [inner] })),
  )
  await told()
  expect(puts.map(({ name }) => name)).toEqual(['good.txt', 'inner.txt'])
  for (const put of puts) put.arrive()
  await told()
  expect(side.state.skipped).toEqual([{ path: 'Plans/a\\b', reason: 'renamed', name: 'a-b' }])
  expect(side.state.files.map(({ name, state }) => [name, state])).toEqual([
    ['good.txt', 'Uploaded'],
    ['bad\\name.txt', 'Failed'],
    ['a\\b/inner.txt', 'Uploaded'],
  ])
  engine.useSafeName(side.state.files[1]?.id ?? '')
  await told()
  expect(made.map(({ name }) => name)).toEqual(['Plans', 'a-b', 'good.txt', 'inner.txt', 'bad-name.txt'])
})

test('a folder is made before what lies in it, empty folders too, and counts by bytes (specification.md 4)', async () => {
  const { engine, puts, made, side } = startEngine()
  const plans = folder('Plans', {
    files: [file('a.txt')],
    folders: [folder('Empty'), folder('Site', { files: [file('b.txt', 'four')] })],
  })
  engine.add(target, whole(plans))
  await told()
  expect(made.map(({ name, parentId }) => [name, parentId])).toEqual([
    ['Plans', 'team'],
    ['Empty', 'pid of Plans 1'],
    ['Site', 'pid of Plans 1'],
    ['a.txt', 'pid of Plans 1'],
    ['b.txt', 'pid of Site 3'],
  ])
  puts[0]?.onProgress(6)
  puts[1]?.arrive()
  await told()
  expect(side.state.folders).toMatchObject([
    { name: 'Plans', state: 'Uploading', loaded: 10, size: 16, fileCount: 2 },
  ])
  puts[0]?.arrive()
  await told()
  expect(side.state.folders).toMatchObject([{ state: 'Uploaded', loaded: 16, size: 16 }])
  await pass(1_100)
  expect(side.state).toEqual(noUploads)
})

test('of a folder, files with a dot in front or without a type are skipped and listed with the reason (specification.md 5)', async () => {
  const { engine, puts, side } = startEngine()
  const git = folder('.git', { files: [file('config')] })
  engine.add(
    target,
    whole(
      folder('Plans', { files: [file('a.txt'), file('.DS_Store'), file('README', 'x', '')], folders: [git] }),
    ),
  )
  await told()
  expect(puts.map(({ name }) => name)).toEqual(['a.txt'])
  expect(side.state.skipped).toEqual([
    { path: 'Plans/.DS_Store', reason: 'dot' },
    { path: 'Plans/README', reason: 'type' },
    { path: 'Plans/.git', reason: 'dot' },
  ])
  engine.dismissSkipped()
  await told()
  expect(side.state.skipped).toEqual([])
})

test.each([
  ['Parent folder creation failed.', 'Plans'],
  ['Folder creation failed.', 'Site'],
])(
  "a folder that is not made says '%s', and what was made of it is deleted (specification.md 4, 5)",
  async (message, refused) => {
    const side = { isDown: true }
    const made: string[] = []
    const {
      engine,
      puts,
      deleted,
      side: shown,
    } = startEngine({
      createFolder: (to, name) => {
        if (side.isDown && name === refused) return Promise.reject(new NoFolder(message))
        made.push(`${to.parentId}/${name}`)
        return Promise.resolve(`${name} ${made.length}`)
      },
    })
    engine.add(target, whole(folder('Plans', { folders: [folder('Site', { files: [file('b.txt')] })] })))
    await told()
    expect(shown.state.folders).toMatchObject([{ state: 'Failed', message, loaded: 0 }])
    expect(shown.state.files).toMatchObject([{ state: 'Failed', message, loaded: 0 }])
    expect(deleted).toEqual(refused === 'Site' ? ['Plans 1'] : [])
    side.isDown = false
    made.length = 0
    engine.retry(shown.state.folders[0]?.id ?? '')
    await told()
    expect(made).toEqual(['team/Plans', 'Plans 1/Site'])
    puts[0]?.arrive()
    await told()
    expect(shown.state.folders).toMatchObject([{ state: 'Uploaded', message: null }])
  },
)

test('a folder of which nothing arrived is deleted, and its retry makes it again (specification.md 4)', async () => {
  const side = { isDown: true }
  const {
    engine,
    deleted,
    made,
    side: shown,
  } = startEngine({
    putBytes: putBytesOf(side),
  })
  engine.add(target, whole(folder('Plans', { files: [file('a.txt'), file('b.txt')] })))
  await pass(10_000)
  expect(deleted).toEqual(['pid of Plans 1'])
  expect(shown.state.folders).toMatchObject([{ state: 'Failed', loaded: 0 }])
  side.isDown = false
  const before = new Set(made.map(({ key }) => key))
  made.length = 0
  engine.retryAll()
  await told()
  expect(made.map(({ name }) => name)).toEqual(['Plans', 'a.txt', 'b.txt'])
  expect(made.filter(({ key }) => before.has(key))).toEqual([])
  expect(shown.state.folders).toMatchObject([{ state: 'Uploaded' }])
})

test('files of a folder that arrived stay when others failed, and only those are sent again', async () => {
  const side = { isDown: true }
  const {
    engine,
    deleted,
    puts,
    done,
    side: shown,
  } = startEngine({
    putBytes: putBytesOf(side, (url) => url.endsWith('b.txt')),
  })
  engine.add(target, whole(folder('Plans', { files: [file('a.txt'), file('b.txt')] })))
  await pass(10_000)
  expect([deleted, shown.state.folders[0]?.state]).toEqual([[], 'Failed'])
  side.isDown = false
  engine.retry(shown.state.folders[0]?.id ?? '')
  await told()
  expect([done, puts]).toEqual([['pid of a.txt', 'pid of b.txt'], []])
  expect(shown.state.folders).toMatchObject([{ state: 'Uploaded' }])
})

test('a cancelled folder is stopped and taken from the server with all that is in it', async () => {
  const { engine, puts, deleted, side } = startEngine()
  engine.add(target, whole(folder('Plans', { files: [file('a.txt')] })))
  await told()
  engine.cancel(side.state.folders[0]?.id ?? '')
  await told()
  expect([puts[0]?.signal.aborted, deleted, side.state]).toEqual([true, ['pid of Plans 1'], noUploads])
})
