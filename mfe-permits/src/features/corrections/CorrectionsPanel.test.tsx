import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { CrudCall, Role } from '@portal/contract'
import { server } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/corrections.ts'
import { openPermitTab } from '../../test-support/open-tab.tsx'
import { responseSheet } from './response-sheet.ts'

const pid = '01J0000000000000000000ABCD'
const permit = {
  pid,
  version: 4,
  refNo: 'PM-2026-000012',
  title: 'Two garages',
  status: 'IN_PREPARATION',
  cycleNo: 2,
}
const comment = (text: string, more: object = {}) => ({
  pid: `COMMENT-${text.replaceAll(' ', '-')}`,
  version: 1,
  cycleNo: 2,
  text,
  item: null,
  discipline: null,
  documents: [],
  dueDate: null,
  forClient: false,
  status: 'OPEN' as const,
  response: null,
  file: null,
  answeredAt: null,
  answeredBy: null,
  editedAt: null,
  editedBy: null,
  createdAt: '2026-02-01T10:00:00.000Z',
  ...more,
})
const scale = comment('Show the scale', {
  discipline: 'BUILDING',
  item: 'A-101',
  documents: ['SITE_PLAN'],
  dueDate: '2030-01-02',
})
const footing = comment('Calculate the footing', {
  discipline: 'STRUCTURAL',
  status: 'ANSWERED',
  response: 'See page 4',
  file: { pid: 'FILE', title: 'Footing.pdf' },
  answeredAt: '2026-02-03T10:00:00.000Z',
  answeredBy: { pid: 'U', title: 'Ada' },
})
const before = comment('Name the owner', { cycleNo: 1, status: 'DONE', response: 'Ann Reed' })

function open(
  as: Role,
  corrections: object[],
  { isOpen = true, refusal = '', arrived = Promise.resolve() } = {},
) {
  const path = `permits/${pid}/corrections`
  const result = async ({ apiPath, method }: CrudCall) => {
    if (!apiPath.startsWith(path)) return undefined
    if (method === 'PATCH') await arrived
    if (method !== 'GET' && refusal !== '') return { refusal: 'version-conflict' as const, detail: refusal }
    return { body: { cycleNo: 2, isOpen, corrections } }
  }
  return openPermitTab({ label: 'Corrections', mountInto, permit, answer: result, as })
}

const root = `permits/${pid}`
const lying = (records: object[]) =>
  http.get('*/api/aws/listFiles', () =>
    HttpResponse.json({ success: true, records, message: '', root, path: [] }),
  )

test('comments are grouped by discipline with answered counts; one is answered with a file (critical 7)', async () => {
  const plan = {
    pid: 'FILE',
    name: 'Plan.pdf',
    parentId: root,
    root,
    size: 9,
    mimeType: 'application/pdf',
    status: 'done',
  }
  const file = {
    ...plan,
    updatedAt: '2026-02-01T10:00:00.000Z',
    updatedBy: null,
    visibility: 'CLIENT',
    org: null,
  }
  server.use(lying([file]))
  const { drawer, user, sent } = await open('team', [before, scale, footing])
  const building = within(await drawer.findByRole('region', { name: 'Building · 0 of 1 answered' }))
  expect(building.getByText('A-101 ·', { exact: false })).toBeVisible()
  expect(building.getByText('Due Jan 2, 2030 · Resubmit: Site plan')).toBeVisible()
  const structural = within(drawer.getByRole('region', { name: 'Structural · 1 of 1 answered' }))
  expect(structural.getByRole('link', { name: 'Footing.pdf' })).toBeVisible()
  expect(structural.getByText('Answered on Feb 3, 2026 by Ada')).toBeVisible()
  expect(drawer.getByRole('tab', { name: 'Corrections' })).toHaveAccessibleDescription('1')
  expect(drawer.getByText('Submission cycle 1 · 1 of 1 answered').closest('details')).not.toHaveAttribute(
    'open',
  )
  await user.click(building.getByRole('button', { name: 'Respond: Show the scale' }))
  const form = within(building.getByRole('form', { name: 'Respond: Show the scale' }))
  await user.click(form.getByRole('button', { name: 'Save response' }))
  expect(form.getByText('Enter a response.')).toBeVisible()
  await user.click(await form.findByRole('combobox', { name: 'File' }))
  await user.click(await screen.findByRole('option', { name: 'Plan.pdf' }))
  await user.type(form.getByRole('textbox', { name: 'Response' }), 'Scale added')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const patch = { response: 'Scale added', file: 'FILE', version: 1 }
  await waitFor(() => expect(sent('PATCH')).toEqual([[`permits/${pid}/corrections/${scale.pid}`, patch]]))
  await waitFor(() => expect(drawer.queryByRole('form', { name: /^Respond/ })).toBeNull())
})

test('a filter shows the open comments; a refused answer says why and keeps the typed text', async () => {
  server.use(lying([]))
  const { drawer, user } = await open('team', [scale, footing], {
    refusal: 'This comment was changed by someone else.',
  })
  await user.click(await drawer.findByRole('combobox', { name: 'Show' }))
  await user.click(await screen.findByRole('option', { name: 'Open' }))
  expect(drawer.queryByText('Calculate the footing')).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Respond: Show the scale' }))
  await user.type(drawer.getByRole('textbox', { name: 'Response' }), 'Scale added')
  await user.click(drawer.getByRole('button', { name: 'Save response' }))
  expect(await drawer.findByText('This comment was changed by someone else.')).toBeVisible()
  expect(drawer.getByRole('textbox', { name: 'Response' })).toHaveValue('Scale added')
  await user.keyboard('{Escape}')
  expect(drawer.queryByRole('textbox', { name: 'Response' })).toBeNull()
  expect(drawer.getByRole('button', { name: 'Respond: Show the scale' })).toHaveFocus()
})

test('while one answer is being saved another can be written, and text typed meanwhile is kept', async () => {
  server.use(lying([]))
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { drawer, user, sent } = await open('team', [scale, footing], { arrived })
  await user.click(await drawer.findByRole('button', { name: 'Respond: Show the scale' }))
  const form = within(drawer.getByRole('form', { name: 'Respond: Show the scale' }))
  await user.click(form.getByRole('textbox', { name: 'Response' }))
  await user.paste('Scale added')
  await user.click(form.getByRole('button', { name: 'Save response' }))
  await waitFor(() => expect(sent('PATCH')).toHaveLength(1))
  await user.click(form.getByRole('textbox', { name: 'Response' }))
  await user.paste(' on sheet 2')
  await user.click(drawer.getByRole('button', { name: 'Edit response: Calculate the footing' }))
  const other = within(drawer.getByRole('form', { name: 'Respond: Calculate the footing' }))
  await user.click(other.getByRole('textbox', { name: 'Response' }))
  await user.paste(' and 5')
  await user.click(other.getByRole('button', { name: 'Save response' }))
  await waitFor(() => expect(sent('PATCH')).toHaveLength(2))
  arrive()
  await waitFor(() =>
    expect(drawer.queryByRole('form', { name: 'Respond: Calculate the footing' })).toBeNull(),
  )
  expect(form.getByRole('textbox', { name: 'Response' })).toHaveValue('Scale added on sheet 2')
  await user.click(form.getByRole('button', { name: 'Save response' }))
  await waitFor(() => expect(drawer.queryByRole('form', { name: /^Respond/ })).toBeNull())
  expect(sent('PATCH').map(([, body]) => body)).toEqual([
    { response: 'Scale added', file: null, version: 1 },
    { response: 'See page 4 and 5', file: 'FILE', version: 1 },
    { response: 'Scale added on sheet 2', file: null, version: 1 },
  ])
})

test('a file is uploaded within an answer, which waits for the upload', async () => {
  const stored = {
    pid: 'NEW',
    name: 'Scale.pdf',
    parentId: root,
    root,
    size: 4,
    mimeType: 'application/pdf',
    updatedAt: '2026-02-01T10:00:00.000Z',
  }
  const file = { ...stored, updatedBy: null, visibility: 'INTERNAL', org: null, status: 'done' }
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  server.use(
    lying([]),
    http.post('*/api/aws/createFile', () =>
      HttpResponse.json({ success: true, message: 'OK', file }, { status: 201 }),
    ),
    http.post('*/api/aws/markAsDone', async () => {
      await arrived
      return HttpResponse.json({ success: true, message: 'OK', file })
    }),
  )
  const { drawer, user, sent } = await open('team', [scale])
  await user.click(await drawer.findByRole('button', { name: 'Respond: Show the scale' }))
  const form = within(drawer.getByRole('form', { name: 'Respond: Show the scale' }))
  await user.click(form.getByRole('textbox', { name: 'Response' }))
  await user.paste('Scale added')
  await user.upload(
    form.getByLabelText('Choose files'),
    new File(['plan'], 'Scale.pdf', { type: 'application/pdf' }),
  )
  expect(await form.findByText('Uploading Scale.pdf…')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Save response' }))
  expect(form.getByText(/^The file is still uploading/)).toBeVisible()
  expect(sent('PATCH')).toEqual([])
  arrive()
  await waitFor(() => expect(form.getByRole('combobox', { name: 'File' })).toHaveTextContent('Scale.pdf'))
  await user.click(form.getByRole('button', { name: 'Save response' }))
  await waitFor(() =>
    expect(sent('PATCH').map(([, body]) => body)).toEqual([
      { response: 'Scale added', file: 'NEW', version: 1 },
    ]),
  )
})

test('staff edit a recorded comment, which is then marked as edited', async () => {
  const edited = { ...footing, editedAt: '2026-02-04T10:00:00.000Z', editedBy: { pid: 'U', title: 'Ada' } }
  const { drawer, user, sent } = await open('team', [scale, edited])
  expect(await drawer.findByText(/^Edited on .* by Ada$/)).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Edit: Show the scale' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit comment' }, { timeout: 15_000 }))
  const text = dialog.getByRole('textbox', { name: 'Comment' })
  await user.clear(text)
  await user.click(dialog.getByRole('button', { name: 'Save comment' }))
  expect(dialog.getByText('Enter the agency’s comment.')).toBeVisible()
  await user.click(text)
  await user.paste('Show the scale and north')
  await user.click(dialog.getByRole('button', { name: 'Save comment' }))
  const patch = {
    version: 1,
    text: 'Show the scale and north',
    item: 'A-101',
    discipline: 'BUILDING',
    documents: ['SITE_PLAN'],
    dueDate: '2030-01-02',
  }
  await waitFor(() => expect(sent('PATCH')).toEqual([[`permits/${pid}/corrections/${scale.pid}`, patch]]))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit comment' })).toBeNull())
})

test('a pasted list becomes one comment per line, which staff add to the cycle', async () => {
  const { drawer, user, sent } = await open('team', [scale])
  await user.click(await drawer.findByRole('button', { name: 'Add comments' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add comments' }, { timeout: 15_000 }))
  await user.click(dialog.getByRole('textbox', { name: 'Comment' }))
  await user.paste('FIRE\n1. Sheet A-2: Show the exit\n2. Show the alarm')
  expect(dialog.getAllByRole('textbox', { name: 'Comment' })).toHaveLength(2)
  expect(dialog.getByText('2 comments')).toBeVisible()
  const last = within(dialog.getByRole('listitem', { name: 'Comment 2' }))
  await user.click(last.getByRole('checkbox', { name: 'Assign to client' }))
  await user.click(last.getByRole('combobox', { name: 'Documents to resubmit' }))
  await user.click(await screen.findByRole('option', { name: 'Floor plan' }))
  await user.keyboard('{Escape}')
  await user.click(dialog.getByRole('button', { name: 'Add comments' }))
  const comments = [
    { text: 'Show the exit', item: 'A-2', discipline: 'FIRE' },
    { text: 'Show the alarm', discipline: 'FIRE', documents: ['FLOOR_PLAN'], forClient: true },
  ]
  await waitFor(() => expect(sent('POST')).toEqual([[`permits/${pid}/corrections`, { comments }]]))
})

test('a client can only answer the comments they are asked to; submitted answers are read-only', async () => {
  const asked = comment('Who owns the lot?', { forClient: true })
  const own = await open('client', [asked])
  expect(await own.drawer.findByRole('button', { name: 'Respond: Who owns the lot?' })).toBeEnabled()
  expect(
    own.drawer.queryByRole('button', { name: /Mark as done|Assign to client|Add comments|Delete/ }),
  ).toBeNull()
  own.unmount()
  const sent = await open('team', [footing], { isOpen: false })
  expect(await sent.drawer.findByText('These comments were submitted and can’t be changed.')).toBeVisible()
  expect(sent.drawer.queryByRole('button', { name: /Calculate the footing|Add comments/ })).toBeNull()
})

test('a permit without comments explains where comments come from', async () => {
  const { drawer } = await open('team', [])
  expect(await drawer.findByText('No corrections')).toBeVisible()
})

test('the response to the comments of each cycle is available as a PDF', async () => {
  const { drawer, user } = await open('team', [before, scale, footing])
  const address = `/api/permits/${pid}/response?cycle=`
  expect(await drawer.findByRole('link', { name: 'Response of cycle 2 (PDF)' })).toHaveAttribute(
    'href',
    `${address}2`,
  )
  await user.click(drawer.getByText(/^Submission cycle 1/))
  expect(drawer.getByRole('link', { name: 'Response of cycle 1 (PDF)' })).toHaveAttribute(
    'href',
    `${address}1`,
  )
})

test('the response sheet has one row per comment, and its content cannot run as a formula', () => {
  const [head, first, second] = responseSheet([footing, comment('=1+1', { item: '"A"' })]).split('\r\n')
  expect(head).toBe('\uFEFFNo.,Sheet or item,Discipline,Comment,Response,Status,File,Answered,Due')
  expect(first).toBe('1,,Structural,Calculate the footing,See page 4,Answered,Footing.pdf,"Feb 3, 2026",')
  expect(second).toBe(`2,"""A""",,'=1+1,,Open,,,`)
})
