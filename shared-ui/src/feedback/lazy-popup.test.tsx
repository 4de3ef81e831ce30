import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expectConsole } from '../test-support/console.ts'
import { loadIdleCode, prefetchWhenIdle, reportRows, whenFirstRows } from './idle-code.ts'
import { lazyPopup } from './lazy-popup.tsx'
import { lazyTooltip } from './lazy-tooltip.tsx'

const Panel = ({ open }: { open: boolean }) => <p>{open ? 'The menu is open' : 'The menu closes'}</p>

test('a menu loads when it first opens and stays to close as usual', async () => {
  const load = jest.fn(() => Promise.resolve({ default: Panel }))
  const Menu = lazyPopup(load)
  const { rerender } = render(<Menu open={false} />)
  expect(load).not.toHaveBeenCalled()
  rerender(<Menu open />)
  expect(await screen.findByText('The menu is open')).toBeInTheDocument()
  rerender(<Menu open={false} />)
  expect(screen.getByText('The menu closes')).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a menu that was loaded in an idle moment opens at once', async () => {
  const Menu = lazyPopup(() => Promise.resolve({ default: Panel }), { prefetch: true })
  await loadIdleCode()
  render(<Menu open />)
  expect(screen.getByText('The menu is open')).toBeInTheDocument()
})

test('a menu that cannot be loaded says so and offers to try again', async () => {
  expectConsole(/Loading chunk 7 failed|error boundary/i)
  let isDown = true
  const Menu = lazyPopup(async () => {
    if (isDown) throw new Error('Loading chunk 7 failed.')
    return { default: Panel }
  })
  render(<Menu open />)
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The menu is open')).toBeInTheDocument()
})

test('what a tooltip explains stays in sight while the tooltip loads, and where it cannot be loaded', async () => {
  expectConsole(/Loading chunk 7 failed|error boundary/i)
  const load = jest.fn(() => Promise.reject(new Error('Loading chunk 7 failed.')))
  const Tooltip = lazyTooltip(load)
  const { rerender } = render(<Tooltip title="">Due</Tooltip>)
  expect(screen.getByText('Due')).toBeInTheDocument()
  expect(load).not.toHaveBeenCalled()
  await act(async () => rerender(<Tooltip title="The day on which it is due">Due</Tooltip>))
  expect(load).toHaveBeenCalled()
  expect(screen.getByText('Due')).toBeInTheDocument()
})

test('code that waits is loaded in its order, also when one part fails', async () => {
  const order: string[] = []
  prefetchWhenIdle(() => Promise.reject(new Error('Loading chunk 7 failed.')))
  prefetchWhenIdle(async () => void order.push('drawer'))
  prefetchWhenIdle(async () => void order.push('menus'))
  await loadIdleCode()
  expect(order).toEqual(['drawer', 'menus'])
})

test('the first rows are reported once', () => {
  const work = jest.fn()
  whenFirstRows(work)
  reportRows()
  reportRows()
  expect(work).toHaveBeenCalledTimes(1)
})
