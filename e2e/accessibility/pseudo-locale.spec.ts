import type { Page } from 'playwright/test'
import { expect, expectDrawn, menuOfRole, signInAs, test } from '../support/portal.ts'
import { layoutProblems, usePseudoLocale } from '../support/pseudo-locale.ts'

const ofSuperadmin = menuOfRole.superadmin.map(([, path]) => path)
const tests = {
  'the signed-out pages': {
    role: null,
    paths: ['/', '/login', '/sign-up', '/auth/webauthn/login', '/unauthorized', '/no/such/page'],
  },
  'the menu of a superadmin': { role: 'superadmin', paths: ofSuperadmin },
  'the other pages of a superadmin': {
    role: 'superadmin',
    paths: [
      '/',
      '/ctasks',
      '/contacts',
      '/permits/overview',
      '/permits/overview/found',
      '/permits/overview/proposals',
      '/permits/overview/workload',
      '/calendar',
      '/mail/drafts',
      '/account',
      '/account/notifications',
      '/settings',
      '/settings?tab=roles',
      '/settings?tab=modules',
      '/settings?tab=columns',
      '/settings/permit-status-map',
      '/settings/agencies',
      '/settings/background-work',
      '/settings/delivery',
      '/settings/modules/mail',
      '/settings/agency-feeds',
      '/settings/permit-types',
      '/settings/requirements',
      '/settings/library',
    ],
  },
  'the pages of a client': {
    role: 'client',
    paths: [...menuOfRole.client.map(([, path]) => path), '/account/people'],
  },
} as const

/** Sets width and direction, and waits until the page is laid out. */
async function layOut(page: Page, width: number, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(async (dir) => {
    document.documentElement.dir = dir
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
  }, direction)
}

const [desk, phone] = [1440, 390]
/**
 * The ways each page is laid out. In the suite it alternates from page to page which direction gets which
 * width.
 */
const layouts =
  process.env['PROVE'] === '1'
    ? ([
        [
          ['ltr', desk],
          ['ltr', phone],
          ['rtl', desk],
          ['rtl', phone],
        ],
      ] as const)
    : ([
        [
          ['ltr', desk],
          ['rtl', phone],
        ],
        [
          ['rtl', desk],
          ['ltr', phone],
        ],
      ] as const)

// The document of an unknown address answers 404.
test.use({ expectedConsole: /404 \(Not Found\)/ })

for (const [pages, { role, paths }] of Object.entries(tests)) {
  test(`${pages} keep their layout in a pseudo-locale, in both directions, on desk and phone`, async ({
    page,
  }) => {
    test.slow()
    await usePseudoLocale(page)
    if (role !== null) await signInAs(page, role)
    for (const [at, path] of paths.entries()) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectDrawn(page)
      for (const [direction, width] of layouts[at % layouts.length] ?? []) {
        await layOut(page, width, direction)
        expect.soft(await layoutProblems(page), `${path} at ${width} px, ${direction}`).toEqual([])
      }
    }
  })
}
