import { expect, expectPage, signInAs, test } from '../support/portal.ts'

test('the shell and all remotes share one React, one portal store and one emotion cache', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const renderers: string[] = []
    const hook = {
      supportsFiber: true,
      renderers: new Map(),
      inject: (renderer: { rendererPackageName: string; version: string }) =>
        renderers.push(`${renderer.rendererPackageName} ${renderer.version}`),
      onCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onScheduleFiberRoot: () => undefined,
      checkDCE: () => undefined,
    }
    Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, portalRenderers: renderers })
  })
  await signInAs(page, 'superadmin')
  await page.goto('/permits/processing')
  await expectPage(page, 'Processing permits')
  for (const label of ['Mails', 'Tasks', 'Team folder', 'Users']) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: label, exact: true })
      .click()
    await expectPage(page, label)
  }
  const found = await page.evaluate(() => {
    type Scopes = Record<string, Record<string, Record<string, Record<string, { loaded?: unknown }>>>>
    const scopes: Scopes = Reflect.get(window, '__FEDERATION__').__SHARE__
    const loaded: Record<string, number> = {}
    for (const scope of Object.values(scopes)) {
      for (const [key, versions] of Object.entries(scope['default'] ?? {})) {
        loaded[key] = Math.max(
          loaded[key] ?? 0,
          Object.values(versions).filter((version) => version.loaded).length,
        )
      }
    }
    const emotion = new Set(
      [...document.querySelectorAll('style[data-emotion]')].map((style) =>
        (style.getAttribute('data-emotion') ?? '').split(' ')[0]?.replace(/-global$/, ''),
      ),
    )
    return { renderers: Reflect.get(window, 'portalRenderers'), loaded, emotion: [...emotion] }
  })
  expect(found.renderers).toHaveLength(1)
  expect(found.emotion).toHaveLength(1)
  for (const key of ['react', 'react-dom', '@portal/shared-ui', '@portal/shared-ui/state'])
    expect(found.loaded[key], `loaded copies of ${key}`).toBe(1)
  expect(Object.values(found.loaded).every((copies) => copies <= 1)).toBe(true)
})
