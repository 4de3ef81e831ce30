import { expect, list, signInAs, test } from '../support/portal.ts'
import { expectAccessible, overPage } from '../support/accessible.ts'
import { openTab, turnTo } from '../support/permits.ts'
import { crud, make, unique } from '../support/records.ts'

test('axe finds nothing on the screens of a permit: documents, people, steps, corrections, issuance', async ({
  page,
}) => {
  test.slow()
  await signInAs(page, 'admin')
  const org = (await list(page, 'orgs', { pageSize: 1, filter: { status: 'ACTIVE' } })).records[0]?.['pid']
  const step = (record: string, to: string, more: object = {}) =>
    crud(page, { apiPath: `${record}/transitions`, method: 'POST', body: { to, ...more } })
  const prepared = async (title: string) => {
    const permit = await make(page, 'permits', { title, org, permitType: 'SIGN' })
    for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION']) await step(`permits/${permit}`, to)
    return permit
  }
  const submit = async (permit: string) => {
    const pack = String(
      (await list(page, 'rts', { filter: { permit }, sort: '-cycleNo' })).records[0]?.['pid'],
    )
    const apiPath = `rts/${pack}/checklist/APPLICATION_FORM`
    await crud(page, { apiPath, method: 'PATCH', body: { state: 'VERIFIED', onPaper: true } })
    for (const to of ['READY', 'SUBMITTED']) await step(`rts/${pack}`, to)
    await step(`permits/${permit}`, 'UNDER_REVIEW')
  }
  const [title, corrected] = [unique('Axe'), unique('Axe')]
  const [permit, other] = [await prepared(title), await prepared(corrected)]
  const path = `/permits/processing/${permit}`

  await page.goto('/permits/overview')
  await expect(page.getByRole('region', { name: 'My day' })).toBeVisible()
  await expectAccessible(page, 'Overview', 'main')

  const drawer = await openTab(page, path, title, 'Documents')
  await drawer.getByRole('button', { name: 'Application form: Verify' }).click()
  const verify = page.getByRole('dialog', { name: 'Application form: Verify' })
  await expect(verify).toBeVisible()
  await expectAccessible(page, 'the question before a document is verified', overPage)
  await verify.getByRole('button', { name: 'Cancel' }).click()
  await expect(verify).toHaveCount(0)
  await turnTo(drawer, 'People')
  await drawer.getByRole('button', { name: 'Add person' }).first().click()
  const person = page.getByRole('dialog', { name: 'Add person' })
  await expect(person).toBeVisible()
  await expectAccessible(page, 'Add person', overPage)
  await person.getByRole('button', { name: 'Cancel' }).click()
  await expect(person).toHaveCount(0)
  for (const name of ['Create', 'More steps']) {
    await drawer.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await expectAccessible(page, name, overPage)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
  }

  await submit(permit)
  await step(`permits/${permit}`, 'APPROVED')
  const approved = await openTab(page, path, title, 'Processing status')
  await approved.getByRole('button', { name: 'Record issuance', exact: true }).first().click()
  await expect(page.getByLabel('Permit number')).toBeVisible()
  await expectAccessible(page, 'the facts of an issue', overPage)

  await submit(other)
  await step(`permits/${other}`, 'CORRECTIONS_REQUIRED', {
    comments: [{ text: 'Show the scale', discipline: 'BUILDING' }],
  })
  const corrections = await openTab(page, `/permits/processing/${other}`, corrected, 'Corrections')
  await corrections.getByRole('button', { name: 'Respond: Show the scale' }).click()
  await expect(corrections.getByRole('textbox', { name: 'Response' })).toBeVisible()
  await expectAccessible(page, 'Corrections', '[role=dialog]')

  await crud(page, { apiPath: `permits/${other}`, method: 'DELETE' })
  await page.goto('/permits/processing?deleted=true&page=1')
  await expect(page.getByRole('table', { name: 'Deleted from Processing permits' })).toBeVisible()
  await expectAccessible(page, 'Deleted', 'main')

  await signInAs(page, 'client')
  const [due] = (
    await list(page, 'permits', { pageSize: 1, filter: { paymentStatus: ['DUE', 'OVERDUE', 'PARTIAL'] } })
  ).records
  await page.goto(`/permits/processing/${String(due?.['pid'])}?tab=Payment+data`)
  await expect(page.getByRole('region', { name: /^How to pay/ })).toBeVisible()
  await expectAccessible(page, 'How to pay', '[role=dialog]')
})
