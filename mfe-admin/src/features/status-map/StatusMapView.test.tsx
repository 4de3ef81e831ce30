import { act, screen, within } from '@testing-library/react'
import { pipelineStages, seedStatus, seedStatusMap } from '@portal/contract'
import { renderRoutes } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { nextInWords } from './map-words.ts'

const open = () => renderRoutes(routes, '/settings/permit-status-map', { as: 'superadmin' })

test('every state stands in the picture under its stage and in the table with what it means', () => {
  open()
  const [picture] = screen.getAllByRole('region', { name: 'Authority review' })
  expect(
    within(picture ?? document.body)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Submitted', 'Under review'])
  expect(screen.getAllByRole('button')).toHaveLength(seedStatusMap.length)
  const table = screen.getByRole('table', { name: 'All states' })
  const cells = within(within(table).getByRole('row', { name: /^Denied/ })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'Denied',
    'Post decision',
    'Processed',
    'Nobody',
    'Under review (administrators), Closed (staff)',
  ])
  expect(within(table).getAllByRole('row')).toHaveLength(seedStatusMap.length + 1)
})

test('the keyboard reaches a state, which then says where it leads; pressed, it keeps saying so', async () => {
  const { user } = open()
  const [said] = screen.getAllByRole('status')
  expect(said).toHaveTextContent('Point at a state')
  const denied = screen.getByRole('button', { name: 'Denied' })
  act(() => denied.focus())
  await user.keyboard('{Enter}')
  expect(said).toHaveTextContent('Denied leads to Under review, Closed.')
  expect(denied).toHaveAttribute('aria-pressed', 'true')
  await user.tab()
  expect(said).not.toHaveTextContent('Denied leads')
  await user.click(document.body)
  expect(said).toHaveTextContent('Denied leads to Under review, Closed.')
})

test('who may take a step is the widest group the map names', () => {
  const words = (key: string) => nextInWords(seedStatus(key))
  expect(words('DRAFT')).toBe('New (client or staff)')
  expect(words('APPROVED')).toBe('Payment due (staff), Issued (staff), Cancelled (staff)')
  expect(words('WITHDRAWN')).toBe('Intake review (administrators)')
  expect(words('ON_HOLD')).toBe('The status before it (staff)')
  expect(words('VOIDED')).toBe('Nothing, it is an end')
})

test('the picture leaves no stage out', () => {
  open()
  for (const stage of pipelineStages)
    expect(screen.getByRole('region', { name: new RegExp(`^${stage.replace('_', ' ')}$`, 'i') })).toBeInTheDocument()
})
