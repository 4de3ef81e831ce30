const isOn = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') === '1'

/** Whether the server offers demo accounts. It says so in the page itself, so that a signed-out page asks nothing but `me`. */
export function isDemo(): boolean {
  return isOn('portal-demo')
}

/** Whether the server signs in by Microsoft. */
export function hasMicrosoft(): boolean {
  return isOn('portal-microsoft')
}
