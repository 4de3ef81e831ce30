import { Button, Dialog } from '@portal/shared-ui/mui'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { keepFocusInDialogs } from './keep-focus.ts'

let stop = () => {}
beforeEach(() => {
  stop = keepFocusInDialogs(document)
})
afterEach(() => stop())

/** A dialog with one button that is disabled until the answer arrives, and one that disappears. */
function Asking({ answer, onClose }: { answer: Promise<void>; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [isThere, setThere] = useState(true)
  const save = () => {
    setBusy(true)
    void answer.then(() => setBusy(false))
  }
  return (
    <Dialog open aria-labelledby="asking" onClose={onClose}>
      <h2 id="asking">Asking</h2>
      <Button disabled={isBusy} onClick={save}>
        Save
      </Button>
      {isThere && <Button onClick={() => setThere(false)}>Done with</Button>}
    </Dialog>
  )
}

function open() {
  const result = Promise.withResolvers<void>()
  const closed: string[] = []
  render(<Asking answer={result.promise} onClose={() => closed.push('closed')} />)
  const place = screen.getByRole('dialog', { name: 'Asking' })
  return { answer: () => act(async () => result.resolve()), closed, place }
}

test('a busy button leaves the focus in its dialog, so that Escape closes it, and gets it back afterwards', async () => {
  const { answer, closed, place } = open()
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  expect(save).toBeDisabled()
  await waitFor(() => expect(place).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  expect(closed).toEqual(['closed'])
  await answer()
  await waitFor(() => expect(save).toHaveFocus())
})

test('a button that disappears leaves the focus in its dialog', async () => {
  const { place } = open()
  await userEvent.click(screen.getByRole('button', { name: 'Done with' }))
  await waitFor(() => expect(place).toHaveFocus())
})

test('the focus stays on a control the user moved to while the button was busy', async () => {
  const { answer } = open()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const other = screen.getByRole('button', { name: 'Done with' })
  act(() => other.focus())
  await answer()
  expect(other).toHaveFocus()
})
