import { http, HttpResponse } from 'msw'
import { setLanguage } from '../../i18n/language.ts'
import { screenInSpanish } from '../../test-support/screen-in-spanish.ts'
import { server } from '../../test-support/server.ts'
import { createFile, createFolder, deleteFile } from './upload-calls.ts'
import { fileFailure, folderFailure, nameRefusal } from './upload-failures.ts'

const target = { root: 'team', parentId: 'team' }
const context = { key: 'item-1' }
const plan = new File(['x'], 'plan.txt', { type: 'text/plain' })

const refusal = (status: number, message: string) => () =>
  HttpResponse.json(
    {
      type: 'unavailable',
      title: 'No',
      status,
      detail: 'In other words.',
      instance: 'r',
      success: false,
      message,
    },
    { status },
  )
const responses = (response: () => Response) => server.use(http.post('*/api/aws/createFile', response))

async function wordsOf(
  made: Promise<unknown>,
  judge: (error: unknown) => { message: string; isTransient: boolean },
) {
  const error: unknown = await made.then(
    () => null,
    (failed: unknown) => failed,
  )
  return judge(error)
}
const ofFile = (name = 'plan.txt') =>
  wordsOf(createFile(target, name, plan, context), (error) => fileFailure(error, name))
const ofFolder = (isParent: boolean) =>
  wordsOf(createFolder(target, 'Plans', { ...context, isParent }), folderFailure)

test.each([
  [
    "'Invalid file' as the name's type",
    refusal(400, 'Invalid file'),
    'Unsupported file type: plan.txt.',
    false,
  ],
  ['the message of a refusal', refusal(413, 'Files are 5 GB at most.'), 'Files are 5 GB at most.', false],
  ['trouble of the server', refusal(500, 'Something broke.'), 'Server error, Try again.', true],
  ['an expired request', refusal(403, 'Request has expired'), 'Upload expired, Try again.', true],
  ['a busy server', refusal(429, 'Too many calls.'), 'Too many calls.', true],
  ['no answer', () => HttpResponse.error(), 'Network error, Try again.', true],
  ['an answer nobody understands', () => HttpResponse.text('<html>'), 'Upload failed, Try again.', true],
  [
    'an answer without an address',
    () => HttpResponse.json({ success: true }),
    'Upload setup failed, Try again.',
    true,
  ],
])(
  'a file whose call met %s says so in the specified words (specification.md 8, contract.md 5)',
  async (_, result, message, isTransient) => {
    responses(result)
    expect(await ofFile()).toEqual({ message, isTransient })
  },
)

test.each([
  ['trouble of the server', refusal(500, 'Something broke.'), 'Server error,please try again.', true],
  ['no answer', () => HttpResponse.error(), 'Server error,please try again.', true],
  [
    'an answer nobody understands',
    () => HttpResponse.text('<html>'),
    'Invalid server response, Try again.',
    false,
  ],
  ['a refusal', refusal(400, 'Oops! Refresh and try again.'), 'Oops! Refresh and try again.', false],
])(
  'a folder whose call met %s says so in the specified words (specification.md 5, 8)',
  async (_, response, message, isTransient) => {
    responses(response)
    expect(await ofFolder(false)).toEqual({ message, isTransient })
  },
)

test("an answer without a folder gives 'Folder creation failed.' or, for the first of an upload, 'Parent folder creation failed.' (specification.md 5)", async () => {
  responses(() => HttpResponse.json({ success: true }))
  expect([(await ofFolder(false)).message, (await ofFolder(true)).message]).toEqual([
    'Folder creation failed.',
    'Parent folder creation failed.',
  ])
})

test.each([
  ['says so', () => HttpResponse.json({ success: false, message: 'It is in use.' }), 'It is in use.'],
  ['gives no reason', () => HttpResponse.json({ success: false }), 'File deletion failed'],
  ['does not answer', () => HttpResponse.error(), 'File deletion failed'],
])(
  'a file whose deletion the server refuses and %s is told (specification.md 8)',
  async (_, response, message) => {
    server.use(http.delete('*/api/aws/deleteFile', response))
    await expect(deleteFile('01FILE')).rejects.toThrow(message)
  },
)

test("deleting with an empty id says 'Invalid id' and asks nobody (specification.md 5)", async () => {
  await expect(deleteFile('')).rejects.toThrow('Invalid id')
})

test('a Spanish screen says in Spanish why a name is refused', async () => {
  await screenInSpanish()
  responses(refusal(400, 'Archivo no válido'))
  expect(await ofFile()).toEqual({ message: 'Tipo de archivo no admitido: plan.txt.', isTransient: false })
  expect([nameRefusal('.env'), nameRefusal('x'.repeat(300)), nameRefusal('plan.txt')]).toEqual([
    'Tipo de archivo no admitido: .env.',
    'El nombre pasa de 255 bytes.',
    null,
  ])
  await setLanguage('en')
})
