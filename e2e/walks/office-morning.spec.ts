import { expect } from '../support/portal.ts'
import { task } from '../support/walk.ts'

task('office', 1, 'See what needs me today', 'team', async ({ page, start }) => {
  await start('/permits/processing')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'My day' })).toBeVisible()
})
