import { render, screen } from '@testing-library/react'
import { FreezeNotice } from './FreezeNotice.tsx'

test('S-26: the sign-in pages say that sign-ins are frozen, and only while they are', () => {
  document.head.innerHTML = '<meta name="portal-frozen" content="0">'
  render(<FreezeNotice />)
  expect(screen.queryByRole('status')).toBeNull()
  document.head.innerHTML = '<meta name="portal-frozen" content="1">'
  render(<FreezeNotice />)
  expect(screen.getByRole('status')).toHaveTextContent(
    'Sign-ins are frozen. Try again later, or contact an administrator.',
  )
})
