import type { Locator } from 'playwright/test'
import { makePermit, openTab, packageOf, takeSteps, turnTo } from '../support/permits.ts'
import { expect, signInAs, test } from '../support/portal.ts'
import { expectToast, make, read, unique } from '../support/records.ts'

const enter = (part: Locator, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce<Promise<void>>(async (before, [label, value]) => {
    await before
    await part.getByRole('textbox', { name: label, exact: true }).fill(value)
  }, Promise.resolve())

async function choose(part: Locator, label: string, option: string): Promise<void> {
  await part.getByRole('combobox', { name: label, exact: true }).click()
  await part.page().getByRole('option', { name: option, exact: true }).click()
}

test('a rule for permits above a limit shows its document, amount, departments and days on such a permit', async ({
  page,
}) => {
  await signInAs(page, 'superadmin')
  const name = unique('Rules office')
  const shortCode = name.toUpperCase().replaceAll(' ', '_')
  const authority = await make(page, 'authorities', { name, shortCode })

  await page.goto('/settings/requirements')
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await choose(form, 'Agency', name)
  await form.getByRole('button', { name: 'Add field' }).click()
  await choose(form, 'Field', 'Valuation')
  await enter(form.getByRole('group', { name: 'Valuation' }), { From: '50,000' })
  await form.getByRole('group', { name: 'Required documents' }).getByLabel('Energy report').check()
  await form.getByRole('group', { name: 'Fees offered' }).getByLabel('Plan review').check()
  await choose(form, 'Amount of Plan review', 'By Valuation')
  await enter(form, { 'Base amount': '993.75' })
  await form.getByRole('button', { name: 'Add step' }).click()
  await enter(form.getByRole('group', { name: 'Step 2' }), {
    Above: '100,000',
    'Base amount': '993.75',
    Plus: '5.60',
    'For each started': '1,000',
  })
  await enter(form, {
    'Check with Valuation': '150,000.01',
    'Departments that review': 'Fire marshal\nPublic works',
    'Days the agency states': '15',
  })
  await expect(form.getByText('Fee: $1,279.35')).toBeVisible()
  await form.getByRole('button', { name: 'Apply' }).click()
  const rule = page.getByRole('table', { name: 'Rules' }).getByRole('row').filter({ hasText: name })
  await expect(rule).toContainText('Valuation from $50,000.00')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Publish requirements?' })
  await asked.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectToast(page, 'Requirements published')

  const title = unique('Tower')
  const permit = await makePermit(page, title, { authority, valuation: 15_000_001 })
  const small = await makePermit(page, unique('Shed'), { authority, valuation: 100 })
  for (const each of [permit, small])
    await takeSteps(page, `permits/${each}`, 'INTAKE_REVIEW', 'IN_PREPARATION')
  const documents = await openTab(page, `/permits/processing/${permit}`, title, 'Documents')
  await expect(documents.getByRole('region', { name: 'Required' })).toContainText('Energy report')
  await expect(documents).toContainText('Fire marshal, Public works')
  await turnTo(documents, 'Pipeline')
  await expect(documents).toContainText('The agency states 15 working days')
  await turnTo(documents, 'Payment data')
  await documents.getByRole('button', { name: 'Add fee' }).click()
  const fee = page.getByRole('dialog', { name: 'Add fee' })
  await choose(fee, 'Fee', 'Plan review')
  await expect(fee).toContainText('By the requirements: $1,279.35')
  await expect(fee.getByRole('textbox', { name: 'Amount (USD)' })).toHaveValue('1,279.35')
  const { checklist } = await read(page, `rts/${await packageOf(page, small)}`)
  expect(JSON.stringify(checklist)).not.toContain('ENERGY_REPORT')
})
