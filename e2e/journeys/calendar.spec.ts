import { addDays } from '@portal/contract'
import { expectAccessible } from '../support/accessible.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import { expectToast, make, read, unique } from '../support/records.ts'

test('a date on the calendar is dragged to another day, taken back, and read by another calendar program until its address is revoked', async ({
  page,
}) => {
  await signInAs(page, 'team')
  const title = unique('Calendar')
  const day = '2031-03-12'
  const task = await make(page, 'tasks', { title, dueDate: day })
  await page.goto('/tasks')
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expectPage(page, 'Calendar')
  await page.goto('/calendar?month=2031-03')
  const on = (date: string) => page.locator(`[role=gridcell][data-day="${date}"]`)
  const entry = page.getByRole('link', { name: new RegExp(title) })
  await expect(on(day)).toContainText(title)
  await expectAccessible(page, 'the calendar of a month', 'main')

  await entry.dragTo(on(addDays(day, 1)))
  await expect(on(addDays(day, 1))).toContainText(title)
  await expect.poll(async () => (await read(page, `tasks/${task}`))['dueDate']).toBe(addDays(day, 1))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(on(day)).toContainText(title)
  await expect.poll(async () => (await read(page, `tasks/${task}`))['dueDate']).toBe(day)

  await page.getByRole('button', { name: 'Agenda' }).click()
  await expect(page.getByRole('list', { name: 'Wednesday, March 12, 2031' })).toContainText(title)
  await expectAccessible(page, 'the agenda', 'main')

  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to this calendar' })
  await dialog.getByRole('button', { name: 'Create address' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Calendar address' }).inputValue()
  await expectAccessible(page, 'the dialog with a new address')
  // Another program has no session.
  const program = await fetch(url)
  expect([program.status, program.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(await program.text()).toContain('BEGIN:VCALENDAR')
  await dialog
    .getByRole('button', { name: /^Revoke All dates/ })
    .first()
    .click()
  await expectToast(page, 'Address revoked')
  expect((await fetch(url)).status).toBe(404)
})
