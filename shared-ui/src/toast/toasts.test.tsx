import { act, render, screen } from '@testing-library/react'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { createStore, Provider } from 'jotai'
import { ToastRegion } from './ToastRegion.tsx'
import { addToastAtom, toastsAtom } from './toasts.ts'

afterEach(() => jest.useRealTimers())

function showToasts() {
  const store = createStore()
  render(
    <Provider store={store}>
      <ToastRegion />
    </Provider>,
  )
  return store
}

test('a toast is green and is removed after 3 seconds (specification.md 9)', () => {
  jest.useFakeTimers()
  const store = showToasts()
  act(() => store.set(addToastAtom, { title: 'Record added successfully' }))
  expect(store.get(toastsAtom)[0]).toMatchObject({ colour: 'green', durationMs: 3000 })
  expect(screen.getByRole('log')).toHaveTextContent('Record added successfully')
  act(() => jest.advanceTimersByTime(2_999))
  expect(screen.getByText('Record added successfully')).toBeInTheDocument()
  act(() => jest.advanceTimersByTime(1))
  expect(screen.queryByText('Record added successfully')).not.toBeInTheDocument()
})

test('a toast whose id is in the list already is not added (specification.md 4)', () => {
  const store = createStore()
  store.set(addToastAtom, { id: '1', title: 'First' })
  store.set(addToastAtom, { id: '1', title: 'Again' })
  expect(store.get(toastsAtom).map(({ title }) => title)).toEqual(['First'])
})

test('toasts get timestamps as ids, and two in one millisecond are both shown', () => {
  const store = createStore()
  store.set(addToastAtom, { title: 'One' })
  store.set(addToastAtom, { title: 'Two' })
  const ids = store.get(toastsAtom).map(({ id }) => Number(id))
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(Math.abs(id - Date.now())).toBeLessThan(60_000)
})

test('a screen reader reads a toast that is added while a dialog is open', async () => {
  const store = createStore()
  render(
    <Provider store={store}>
      <ToastRegion />
      <Dialog open>
        <DialogTitle>A question</DialogTitle>
      </Dialog>
    </Provider>,
  )
  act(() => store.set(addToastAtom, { title: 'Failed to update records', colour: 'red' }))
  // By role alone: what is hidden from screen readers is not found.
  expect(await screen.findByRole('log')).toHaveTextContent('Failed to update records')
  expect(screen.getByRole('dialog', { name: 'A question' })).toBeInTheDocument()
})

test('a toast is above an open dialog and below an open menu', async () => {
  const store = createStore()
  const draw = (isOpen: boolean) => (
    <Provider store={store}>
      <ToastRegion />
      <Dialog open>
        <DialogTitle>A question</DialogTitle>
      </Dialog>
      <Menu open={isOpen} anchorEl={document.body}>
        <MenuItem>New task</MenuItem>
      </Menu>
    </Provider>
  )
  const { rerender } = render(draw(false))
  const level = (element: HTMLElement) => Number(getComputedStyle(element).zIndex)
  const [question] = screen.getAllByRole('presentation')
  const dialog = question === undefined ? NaN : level(question)
  const toasts = await screen.findByRole('log')
  expect(level(toasts)).toBeGreaterThan(dialog)
  rerender(draw(true))
  await screen.findByRole('menu')
  expect(level(toasts)).toBeLessThan(dialog)
})
