import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expectConsole } from '../test-support/console.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import { lazyComponent } from './lazy-part.tsx'

const Greeting = () => <p>Here it is</p>

/** A loader that fails while `isDown` is set. */
function code() {
  const side = { isDown: true, asked: 0 }
  const load = () => {
    side.asked += 1
    return side.isDown
      ? Promise.reject(new Error('Loading chunk 7 failed.'))
      : Promise.resolve({ default: Greeting })
  }
  return { side, load }
}

beforeEach(() => expectConsole(/Loading chunk 7 failed|error boundary/i))

test('code that cannot be loaded shows an error in place, and Try again loads it', async () => {
  const { side, load } = code()
  const Part = lazyComponent(load)
  render(<Part />)
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load')
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This part of the page could not be loaded. Check your connection, then try again.',
  )
  side.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Here it is')).toBeInTheDocument()
})

test('a part that failed to load is requested again the next time it is opened', async () => {
  const { side, load } = code()
  const Part = lazyComponent(load)
  const first = render(<Part />)
  await screen.findByRole('alert')
  first.unmount()
  side.isDown = false
  render(<Part />)
  expect(await screen.findByText('Here it is')).toBeInTheDocument()
  // Two requests for the failed load, since a failed fetch is retried once, and one for the second load.
  expect(side.asked).toBe(3)
})

test('a dialog whose code cannot be loaded can be closed', async () => {
  const { load } = code()
  const Part = lazyDialog<{ onClose: () => void }>(load)
  const onClose = jest.fn()
  render(<Part onClose={onClose} />)
  expect(await screen.findByRole('dialog', { name: 'Could not load' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
