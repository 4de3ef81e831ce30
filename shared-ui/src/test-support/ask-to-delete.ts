import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Asks to delete the open record by the menu of its drawer. Returns the button that confirms it. */
export async function askToDelete(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: /^Delete “/ })
  return within(question).findByRole('button', { name: 'Delete' })
}
