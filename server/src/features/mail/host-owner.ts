/** The part of an address behind its @, in lower case. */
export const domainOf = (address: string) =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/** The part of a host name somebody has bought, roughly: its last two labels, three below such as co.uk. */
export function ownerOf(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(second.length <= 3 && top.length === 2 ? -3 : -2).join('.')
}
