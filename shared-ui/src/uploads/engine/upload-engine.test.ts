import {
  alone,
  failedPut,
  file,
  pass,
  putBytesOf,
  startEngine,
  target,
  told,
} from '../../test-support/upload-engine.ts'
import { noUploads } from '../upload-state.ts'
import { PutFailure } from './put-bytes.ts'
import { NoSignedUrl } from './upload-calls.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('three files go at once, and an address is signed only when one of the three places is free (specification.md 7)', async () => {
  const { engine, puts, made } = startEngine()
  engine.add(target, alone(...['1', '2', '3', '4', '5'].map((name) => file(name))))
  await told()
  expect([puts.map(({ name }) => name), made.map(({ name }) => name)]).toEqual([
    ['1', '2', '3'],
    ['1', '2', '3'],
  ])
  puts[1]?.arrive()
  await told()
  expect(puts.map(({ name }) => name)).toEqual(['1', '2', '3', '4'])
})

test('while a file waits for its retry another one goes; a retry is signed anew once a place is free, and goes before files not yet tried (specification.md 7)', async () => {
  const { engine, puts, made } = startEngine()
  engine.add(target, alone(...['1', '2', '3', '4', '5', '6'].map((name) => file(name))))
  await told()
  puts[0]?.fail(failedPut(500))
  await told()
  expect(puts.map(({ name }) => name)).toEqual(['1', '2', '3', '4'])
  await pass(1_000)
  expect(made.map(({ name }) => name)).toEqual(['1', '2', '3', '4'])
  puts[1]?.arrive()
  await told()
  expect(puts.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '1'])
})

test('signing and sending have their three retries each: what failed thrice to be signed may still fail thrice to be sent (specification.md 7)', async () => {
  const side = { refused: 3, isSigned: 0 }
  const { engine, puts, done } = startEngine({
    createFile: (_to, name) => {
      if (side.refused > 0) {
        side.refused -= 1
        return Promise.reject(new NoSignedUrl())
      }
      side.isSigned += 1
      return Promise.resolve({ pid: 'pid', signedUrl: `/signed/${side.isSigned}/${name}` })
    },
  })
  engine.add(target, alone(file('plan.txt')))
  await pass(7_200)
  for (const [retries, wait] of [1_000, 2_000, 4_000].entries()) {
    puts[retries]?.fail(failedPut(500))
    await pass(wait + 100)
  }
  puts[3]?.arrive()
  await told()
  expect([puts.length, done]).toEqual([4, ['pid']])
})

test('while nothing gets through places are kept, so that an outage spends the retries of few files (specification.md 7)', async () => {
  const { engine, puts } = startEngine({})
  engine.add(target, alone(...Array.from({ length: 50 }, (_, place) => file(String(place)))))
  const failing = setInterval(() => puts.forEach(({ fail }) => fail(new PutFailure('network'))), 10)
  await pass(6_000)
  clearInterval(failing)
  expect(new Set(puts.map(({ name }) => name)).size).toBeLessThanOrEqual(5)
})

test('a file is Uploading with per cent and speed, then verified, then Uploaded; the list is cleared 1 s later (specification.md 4, 9)', async () => {
  let verify: (value: null) => void = () => undefined
  const { engine, puts, side } = startEngine({
    markAsDone: () => new Promise((resolve) => (verify = resolve)),
  })
  engine.add(target, alone(file('plan.txt')))
  await told()
  expect(puts[0]).toMatchObject({ mimeType: 'text/plain', timeoutMs: 120_000 })
  await pass(1_000)
  puts[0]?.onProgress(6)
  await told()
  expect(side.state.files).toMatchObject([
    { state: 'Uploading', step: 'sending', loaded: 6, size: 12, speed: expect.any(Number) },
  ])
  puts[0]?.arrive()
  await told()
  expect(side.state.files).toMatchObject([{ state: 'Uploading', step: 'verifying', loaded: 12 }])
  verify(null)
  await told()
  expect(side.state.files).toMatchObject([{ state: 'Uploaded', loaded: 12 }])
  await pass(890)
  expect(side.state.files).toHaveLength(1)
  await pass(200)
  expect(side.state).toEqual(noUploads)
})

test('bytes that did not arrive are sent again after 1, 2 and 4 s, each time to a newly signed address of the same file (specification.md 7)', async () => {
  const { engine, puts, made, side } = startEngine()
  engine.add(target, alone(file('plan.txt')))
  await told()
  for (const [retries, wait] of [1_000, 2_000, 4_000].entries()) {
    puts[retries]?.fail(failedPut(503))
    await pass(wait - 10)
    expect(puts).toHaveLength(retries + 1)
    await pass(20)
    expect(puts).toHaveLength(retries + 2)
  }
  expect(new Set(made.map(({ key }) => key)).size).toBe(1)
  expect(new Set(puts.map(({ url }) => url)).size).toBe(4)
  puts[3]?.fail(failedPut(503))
  await pass(60_000)
  expect(puts).toHaveLength(4)
  expect(side.state.files).toMatchObject([
    { state: 'Failed', loaded: 0, message: 'Server error, Try again.' },
  ])
})

test.each([
  ['a refused address', failedPut(403, '<Error/>'), 'Upload failed, Try again.'],
  ['too long a time', new PutFailure('timeout'), 'Upload timed out, Try again.'],
  ['a server in trouble', failedPut(500), 'Server error, Try again.'],
  ['no answer', new PutFailure('network'), 'Network error, Try again.'],
  [
    'an address that has expired',
    failedPut(403, '<Message>Request has expired</Message>'),
    'Upload expired, Try again.',
  ],
])('%s is told in the specified words (specification.md 8)', async (_, error, message) => {
  const { engine, side } = startEngine({ putBytes: () => Promise.reject(error) })
  engine.add(target, alone(file('plan.txt')))
  await pass(10_000)
  expect(side.state.files).toMatchObject([{ state: 'Failed', loaded: 0, message, canRetry: true }])
})

test("'Failed to get pre-signed URL' is shown as 'Upload setup failed, Try again.' (specification.md 5, 8)", async () => {
  const error = new NoSignedUrl()
  expect(error.message).toBe('Failed to get pre-signed URL')
  const { engine, side } = startEngine({ createFile: () => Promise.reject(error) })
  engine.add(target, alone(file('plan.txt')))
  await pass(10_000)
  expect(side.state.files).toMatchObject([{ state: 'Failed', message: 'Upload setup failed, Try again.' }])
})

test("a single file whose name begins with a dot is rejected: 'Unsupported file type: {name}.' (specification.md 5)", async () => {
  const { engine, side, made } = startEngine()
  engine.add(target, alone(file('.env')))
  await told()
  expect(side.state.files).toMatchObject([
    { state: 'Failed', loaded: 0, message: 'Unsupported file type: .env.', canRetry: false },
  ])
  expect(made).toEqual([])
})

test('a bad name is called a bad name, and the file goes under a safe one when asked', async () => {
  const { engine, puts, made, side } = startEngine()
  engine.add(target, alone(file('site/plan\\2.txt')))
  await told()
  const [refused] = side.state.files
  expect(refused).toMatchObject({ state: 'Failed', canRetry: false, safeName: 'site-plan-2.txt' })
  expect(refused?.message).toBe('File name contains characters that aren’t allowed, such as / or \\\\.')
  engine.useSafeName(refused?.id ?? '')
  await told()
  expect(made).toMatchObject([{ name: 'site-plan-2.txt' }])
  puts[0]?.arrive()
  await told()
  expect(side.state.files).toMatchObject([{ name: 'site-plan-2.txt', state: 'Uploaded' }])
})

test('a single file without a type goes as application/octet-stream, and a long one gets 30 s per MB, 15 minutes at most (specification.md 9)', async () => {
  const { engine, puts } = startEngine()
  const large = (megabytes: number) =>
    Object.defineProperty(file(`${megabytes}`, '', ''), 'size', { value: megabytes * 1_048_576 })
  engine.add(target, alone(large(1), large(10), large(100)))
  await told()
  expect(puts.map(({ mimeType, timeoutMs }) => [mimeType, timeoutMs])).toEqual([
    ['application/octet-stream', 120_000],
    ['application/octet-stream', 300_000],
    ['application/octet-stream', 900_000],
  ])
})

test('a failed file stays in the list, and Retry sends it anew under the same key, so that it is never there twice', async () => {
  const side = { isDown: true }
  const {
    engine,
    side: shown,
    done,
    made,
  } = startEngine({
    putBytes: putBytesOf(side),
  })
  engine.add(target, alone(file('one.txt'), file('two.txt')))
  await pass(10_000)
  expect(shown.state.files.map(({ state }) => state)).toEqual(['Failed', 'Failed'])
  await pass(60_000)
  expect(shown.state.files).toHaveLength(2)
  side.isDown = false
  engine.retry(shown.state.files[0]?.id ?? '')
  await told()
  expect(shown.state.files.map(({ state }) => state)).toEqual(['Uploaded', 'Failed'])
  engine.retryAll()
  await told()
  expect(done).toEqual(['pid of one.txt', 'pid of two.txt'])
  expect(new Set(made.map(({ key }) => key)).size).toBe(2)
})

test('a cancelled file is stopped, taken from the server and from the list, and the next one goes', async () => {
  const { engine, puts, deleted, side } = startEngine()
  engine.add(target, alone(...['1', '2', '3', '4'].map((name) => file(name))))
  await told()
  engine.cancel(side.state.files[0]?.id ?? '')
  await told()
  expect(puts[0]?.signal.aborted).toBe(true)
  expect(deleted).toEqual(['pid of 1'])
  expect(side.state.files.map(({ name }) => name)).toEqual(['2', '3', '4'])
  expect(puts.map(({ name }) => name)).toEqual(['1', '2', '3', '4'])
})
