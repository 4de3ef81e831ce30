import type { Browser, Page } from 'playwright/test'
import { addDays, formatDay } from '@portal/contract'
import { deskOf, freshEmail, joinPortal, me, plugIn, today } from '../support/people.ts'
import { expect, expectPage, list, test } from '../support/portal.ts'
import { crud, expectToast, make, read, unique } from '../support/records.ts'

/** A new member of the team, signed in on a page of their own. */
async function member(browser: Browser, name: string): Promise<{ page: Page; name: string; pid: string }> {
  const page = await (await browser.newContext()).newPage()
  await plugIn(page)
  await joinPortal(page, browser, name, freshEmail('member'), 'team')
  return { page, name, pid: (await me(page)).pid }
}
const titlesOf = async (page: Page) =>
  (await list(page, 'alerts', { pageSize: 100 })).records.map(({ title }) => title)

test('a team member goes on leave, and the delegate gets the work, does it, and is told of an escalation', async ({
  browser,
}) => {
  const anna = await member(browser, unique('Anna Lee'))
  const ben = await member(browser, unique('Ben Cole'))
  const desk = await deskOf(browser, 'admin')
  const [earlier, later] = [unique('Call the city'), unique('Write to the city')]
  const old = await make(desk, 'tasks', { title: earlier, assignedTo: anna.pid })
  const until = addDays(await today(desk), 5)

  await anna.page.goto('/account')
  const absence = anna.page.getByRole('region', { name: 'Absence' })
  await absence.getByLabel('Away until (last day)').fill(until)
  await absence.getByRole('combobox', { name: 'Delegate' }).fill(ben.name)
  await anna.page.getByRole('option', { name: ben.name }).click()
  await absence.getByRole('button', { name: 'Save absence' }).click()
  await expectToast(anna.page, 'Absence saved')

  // A colleague chooses Anna, reads until when she is away, and the delegate gets the task.
  const pid = await make(desk, 'tasks', { title: later })
  await desk.goto(`/tasks/${pid}?tab=Assign`)
  const tab = desk.getByRole('dialog', { name: later }).getByRole('tabpanel', { name: 'Assign' })
  await tab.getByRole('button', { name: /Assigned to/ }).click()
  await tab.getByRole('combobox', { name: 'Assigned to' }).fill(anna.name)
  const option = desk.getByRole('option', { name: anna.name })
  await expect(option).toContainText(`Away until ${formatDay(until)}`)
  await option.click()
  await desk.getByRole('dialog', { name: later }).getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(desk, 'Record updated successfully.')
  await expect(tab.getByText(ben.name)).toBeVisible()
  await expect(tab.getByText(anna.name)).toBeVisible()

  await ben.page.goto('/tasks')
  await expectPage(ben.page, 'Tasks')
  await ben.page.getByRole('button', { name: /^Alerts/ }).click()
  await ben.page.getByText(`New task: ${later} (for ${anna.name})`).click()
  await expect(ben.page.getByRole('dialog', { name: later })).toBeVisible()
  await crud(ben.page, { apiPath: `tasks/${pid}/transitions`, method: 'POST', body: { to: 'DONE' } })
  expect(await read(ben.page, `tasks/${pid}`)).toMatchObject({
    status: 'DONE',
    assignedTo: { pid: ben.pid },
    assignedFor: { pid: anna.pid },
    completedBy: { pid: ben.pid },
  })

  // What Anna had before stays hers, and its escalation reaches the delegate.
  await crud(desk, {
    apiPath: `tasks/${old}`,
    method: 'PATCH',
    body: { dueDate: addDays(await today(desk), -1), escalation: 'SUPERVISOR' },
  })
  const escalation = `150% of the time is used: ${earlier} (for ${anna.name})`
  await expect.poll(() => titlesOf(ben.page), { timeout: 90_000 }).toContain(escalation)
  expect(await titlesOf(anna.page)).not.toContain(escalation)
  expect((await read(desk, `tasks/${old}`))['assignedTo']).toMatchObject({ pid: anna.pid })
  for (const each of [anna.page, ben.page, desk]) await each.context().close()
})
