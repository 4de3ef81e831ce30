import { freeSlots, nextFolderProgress, nextProgress, toShownProgress } from './upload-progress.ts'
import type { FolderEvent, FolderProgress, UploadEvent, UploadProgress } from './upload-progress.ts'

const waiting: UploadProgress = { kind: 'waiting' }
const sending: UploadProgress = { kind: 'sending', loaded: 6 }
const pausing: UploadProgress = { kind: 'pausing' }
const verifying: UploadProgress = { kind: 'verifying' }
const uploaded: UploadProgress = { kind: 'uploaded' }
const failed: UploadProgress = { kind: 'failed', message: 'Network error, Try again.' }
const rejected: UploadProgress = { kind: 'rejected', message: 'Invalid name.', safeName: 'a-b' }
const failure: UploadEvent = { kind: 'failed', message: 'Server error, Try again.' }

test.each<[string, UploadProgress, UploadEvent, UploadProgress]>([
  ['a waiting file is sent', waiting, { kind: 'attempted' }, { kind: 'sending', loaded: 0 }],
  ['bytes arrive', sending, { kind: 'progressed', loaded: 9 }, { kind: 'sending', loaded: 9 }],
  ['a failed attempt waits before the next one', sending, { kind: 'paused' }, pausing],
  ['the next attempt sends all bytes again', pausing, { kind: 'attempted' }, { kind: 'sending', loaded: 0 }],
  ['all bytes are sent', sending, { kind: 'sent' }, verifying],
  ['a pause during the check sends nothing again', verifying, { kind: 'paused' }, verifying],
  ['the server has the file', verifying, { kind: 'verified' }, uploaded],
  ['no attempt is left', pausing, failure, { kind: 'failed', message: failure.message }],
  ['a failed file is tried again', failed, { kind: 'retried' }, waiting],
  [
    'a name cannot be used',
    waiting,
    { kind: 'name-rejected', message: 'Invalid name.', safeName: 'a-b' },
    rejected,
  ],
  ['a file with an unusable name is not tried again', rejected, { kind: 'retried' }, rejected],
  [
    'a renamed file can be tried again',
    rejected,
    { kind: 'renamed' },
    { kind: 'failed', message: 'Invalid name.' },
  ],
  [
    'a failed folder does not make a name usable',
    rejected,
    failure,
    { ...rejected, message: failure.message },
  ],
  [
    'an uploaded file fails when its folder was removed',
    uploaded,
    failure,
    { kind: 'failed', message: failure.message },
  ],
])('%s', (_title, before, event, expected) => {
  expect(nextProgress(before, event)).toEqual(expected)
})

test.each<[string, UploadProgress, UploadEvent]>([
  ['progress of a failed file', failed, { kind: 'progressed', loaded: 9 }],
  ['progress of a waiting file', waiting, { kind: 'progressed', loaded: 9 }],
  ['the end of the check of a failed file', failed, { kind: 'verified' }],
  ['a retry of an uploaded file', uploaded, { kind: 'retried' }],
  ['a retry of a file that is being sent', sending, { kind: 'retried' }],
])('%s changes nothing', (_title, before, event) => {
  expect(nextProgress(before, event)).toBe(before)
})

const made: FolderProgress = { kind: 'made', message: null }
test.each<[string, FolderProgress, FolderEvent, FolderProgress]>([
  ['its folders are made', { kind: 'making' }, { kind: 'made' }, made],
  [
    'a folder cannot be made',
    { kind: 'making' },
    { kind: 'failed', message: 'No.' },
    { kind: 'failed', message: 'No.' },
  ],
  ['it is tried again', { kind: 'failed', message: 'No.' }, { kind: 'started' }, { kind: 'making' }],
  ['all its files failed', made, { kind: 'files-failed' }, { kind: 'failed', message: null }],
  ['an interrupted one continues', { kind: 'made', message: 'Interrupted.' }, { kind: 'resumed' }, made],
  ['folders that exist are not made again', made, { kind: 'started' }, made],
  ['a late failure', made, { kind: 'failed', message: 'No.' }, made],
])('a folder upload: %s', (_title, before, event, expected) => {
  expect(nextFolderProgress(before, event)).toEqual(expected)
})

test('the panel shows all bytes of a verified file and none of a failed one', () => {
  expect(toShownProgress(sending, 12)).toMatchObject({ state: 'Uploading', step: 'sending', loaded: 6 })
  expect(toShownProgress(verifying, 12)).toMatchObject({ state: 'Uploading', step: 'verifying', loaded: 12 })
  expect(toShownProgress(uploaded, 12)).toMatchObject({ state: 'Uploaded', loaded: 12, message: null })
  expect(toShownProgress(failed, 12)).toMatchObject({ state: 'Failed', loaded: 0, canRetry: true })
  expect(toShownProgress(rejected, 12)).toMatchObject({ state: 'Failed', canRetry: false, safeName: 'a-b' })
})

test.each([
  [0, 0, { returning: 0, fresh: 3 }],
  [1, 1, { returning: 1, fresh: 1 }],
  [1, 5, { returning: 2, fresh: 0 }],
  [3, 5, { returning: 0, fresh: 0 }],
  [4, 0, { returning: 0, fresh: 0 }],
])('with %i files under way and %i returning, retries go first', (underWay, returning, expected) => {
  expect(freeSlots(underWay, returning)).toEqual(expected)
})
