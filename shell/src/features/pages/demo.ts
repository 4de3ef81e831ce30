/** Whether the server offers demo accounts. It says so in the page itself, so that a signed-out page asks nothing but `me`. */
export function isDemo(): boolean {
  return document.querySelector('meta[name="portal-demo"]')?.getAttribute('content') === '1'
}
