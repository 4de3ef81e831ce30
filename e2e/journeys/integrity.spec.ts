import type { Page } from 'playwright/test'
import { expect, expectPage, pageOfRemote, signInAs, test } from '../support/portal.ts'

interface Asked {
  address: string
  integrity: string
}

/** Records every script and style sheet the page requests, including those it removes after they have run. */
async function noteCode(page: Page): Promise<Asked[]> {
  const asked: Asked[] = []
  await page.exposeFunction('noteCode', (each: Asked) => void asked.push(each))
  await page.addInitScript(() => {
    const note = (node: Node) => {
      if (node instanceof HTMLScriptElement && node.src !== '')
        void Reflect.get(globalThis, 'noteCode')({ address: node.src, integrity: node.integrity })
      if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') {
        void Reflect.get(globalThis, 'noteCode')({ address: node.href, integrity: node.integrity })
      }
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) note(node)
    }).observe(document, { childList: true, subtree: true })
  })
  return asked
}

/** Prepends a line to the code of a file that reports when it runs. */
async function alter(page: Page, files: string): Promise<void> {
  await page.route(files, async (route) => {
    const result = await route.fetch()
    await route.fulfill({
      response: result,
      body: `globalThis.alteredCodeRan = true;\n${await result.text()}`,
    })
  })
}

const alteredCodeRan = (page: Page) => page.evaluate(() => 'alteredCodeRan' in globalThis)

test.describe('with unmodified code', () => {
  test('S-31: every script and style sheet of the shell and all remotes is requested with its hash', async ({
    page,
  }) => {
    const asked = await noteCode(page)
    await signInAs(page, 'superadmin')
    for (const [remote, [label, path]] of Object.entries(pageOfRemote)) {
      await page.goto(path)
      await expectPage(page, label)
      const filesOfRemote = () =>
        asked.filter(({ address }) => address.includes(`/remotes/${remote}/`)).length
      await expect.poll(filesOfRemote, `files of ${remote}`).toBeGreaterThan(1)
      await page.waitForLoadState('networkidle')
    }
    expect(asked.filter(({ integrity }) => !/^sha(384-[\w+/]{64}|256-[\w+/]{43}=)$/.test(integrity))).toEqual(
      [],
    )
    expect(asked.filter(({ address }) => address.endsWith('.css')).length).toBeGreaterThan(0)
  })
})

test.describe('with code modified in transit', () => {
  test.use({ expectedConsole: /./ })

  test('S-31: a modified chunk of a remote is not run, the rest works, and it loads once it is intact', async ({
    page,
  }) => {
    await signInAs(page, 'superadmin')
    await alter(page, '**/remotes/mail/**/assets/*.js*')
    await page.goto('/mail')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again.first()).toBeVisible()
    expect(await alteredCodeRan(page)).toBe(false)
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await expectPage(page, 'Tasks')
    await page.unrouteAll()
    await page.getByRole('link', { name: /^Mails/ }).click()
    await expectPage(page, 'Mails')
    await expect(page.locator('[data-remote="mail"]')).toBeVisible()
    await expect(again).toHaveCount(0)
    expect(await alteredCodeRan(page)).toBe(false)
  })

  test('S-31: a modified file of the shell is not run', async ({ page }) => {
    await signInAs(page, 'superadmin')
    await page.goto('/tasks')
    await expectPage(page, 'Tasks')
    // An open page that fetches a modified chunk reloads itself, which would abort the next navigation.
    await page.goto('about:blank')
    await alter(page, '**/assets/*.js*')
    await page.goto('/tasks')
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    expect(await alteredCodeRan(page)).toBe(false)
  })

  test('S-31: a modified style sheet is not applied', async ({ page }) => {
    await page.route('**/assets/*.css', async (route) => {
      const result = await route.fetch()
      await route.fulfill({
        response: result,
        body: `${await result.text()}\nbody { outline-style: dotted }`,
      })
    })
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.body).outlineStyle)).toBe('none')
  })
})
