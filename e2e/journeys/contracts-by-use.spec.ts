import { CanDeploy, DeployedRemotes } from '@portal/contract'
import { expect, signInAs, test } from '../support/portal.ts'

test('the portal has everything that its own remotes use', async ({ page }) => {
  await signInAs(page, 'superadmin')
  const { remotes } = DeployedRemotes.parse(await (await page.request.get('/api/federation/remotes')).json())
  expect(remotes.length).toBeGreaterThanOrEqual(5)
  for (const { name, active } of remotes) {
    const response = await page.request.get(`/api/federation/can-deploy?remote=${name}&version=${active}`)
    expect(CanDeploy.parse(await response.json()), name).toEqual({ ok: true, problems: [], warnings: [] })
  }
})
