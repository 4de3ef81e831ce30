/** How this machine reaches the package registry: proxies, certificates and settings of npm. */
const isOfNetwork = (name: string) =>
  /^(?:https?_proxy|no_proxy|node_extra_ca_certs|npm_config_registry|npm_config_cafile)$/i.test(name)

/**
 * The environment of a team's machine: nothing of this repository, packages from the cache where they are.
 */
export const teamEnvironment: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      isOfNetwork(name) && value !== undefined ? [[name, value]] : [],
    ),
  ),
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}
