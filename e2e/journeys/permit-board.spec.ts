import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, expectPage, list, signInAs, test } from '../support/portal.ts'
import { addressOf, expectToast, make, number, unique } from '../support/records.ts'

/** A new permit on its own board, wide enough to show every status. */
async function openBoard(
  page: Page,
): Promise<{ title: string; card: Locator; column: (name: string) => Locator }> {
  await page.setViewportSize({ width: 3_200, height: 900 })
  await signInAs(page, 'team')
  const [other] = (await list(page, 'permits', { pageSize: 1 })).records
  const title = unique('Board')
  await make(page, 'permits', { title, org: Reflect.get(Object(other?.['org']), 'pid'), permitType: 'SIGN' })
  await page.goto(addressOf('/permits/processing', { layout: 'board', filter: { title } }))
  await expectPage(page, 'Processing permits')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(column('New')).toContainText(title)
  return { title, card: page.locator('li[draggable=true]').filter({ hasText: title }), column }
}

/** Drags a card to the center of a column with mouse events: press, move, arrive, release. */
async function drag(page: Page, card: Locator, column: Locator): Promise<void> {
  await card.hover()
  const goal = await column.boundingBox()
  if (goal === null) throw new Error('The column is not to be seen')
  await page.mouse.down()
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 12 })
  await page.mouse.up()
}

test('every tile and bar of the Overview opens the list it counts, also as a table (issue 7, look.md 7)', async ({
  page,
}) => {
  await signInAs(page, 'team')
  await page.goto('/permits/overview')
  await expectPage(page, 'Overview')
  const tile = page.getByRole('link', { name: / unassigned$/ })
  await expect(tile).toBeVisible()
  await expectAccessible(page, 'Overview')
  await page.getByRole('button', { name: 'Show as table: Waiting on' }).click()
  const office = page.getByRole('table', { name: 'Waiting on' }).getByRole('link', { name: /^Our office/ })
  await expect(office).toHaveText(/^[1-9][\d,]*$/)
  await office.click()
  await expectPage(page, 'Processing permits')
  await expect(page.getByRole('button', { name: /^Edit filter / })).toContainText('Waiting on is Our office')
  // Other journeys create permits meanwhile, which an open list announces beside its count, so it is
  // reloaded.
  await expect(async () => {
    await page.reload()
    const { count } = await list(page, 'permits', { pageSize: 1, filter: { court: 'OURS' } })
    await expect(page.getByText(`${number(count)} records`)).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('a card dragged on the board takes the matching transition; a refused one returns and says why (issue 7)', async ({
  page,
}) => {
  const { title, card, column } = await openBoard(page)
  await drag(page, card, column('Approved'))
  await expectToast(page, `${title} was not moved from New`, 'New → Approved is not allowed.')
  await expect(column('New')).toContainText(title)

  await drag(page, card, column('Intake review'))
  await expectToast(page, `${title}: Intake review`)
  await expect(column('Intake review')).toContainText(title)
  const { records } = await list(page, 'permits', { filter: { title } })
  expect(records.map(({ status }) => status)).toEqual(['INTAKE_REVIEW'])
})

test('the keyboard moves a card of the board, with the reason a transition asks for (issue 7)', async ({
  page,
}) => {
  const { title } = await openBoard(page)
  await expectAccessible(page, 'Board of permits')

  await page.getByRole('button', { name: `Move ${title}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel permit' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cancel permit: ${title}` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent twice')
  await dialog.getByRole('button', { name: 'Cancel permit' }).click()
  await expect(page.locator('li[draggable]').filter({ hasText: title })).toHaveCount(0)
})
