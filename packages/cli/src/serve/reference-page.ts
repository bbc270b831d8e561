import { API_VERSION, type Api } from '@doorkit/models'

const viewer = {
  source: 'https://cdn.jsdelivr.net/npm/@scalar/api-reference@1.72.1/dist/browser/standalone.js',
  integrity: 'sha384-U11tb2XnKvmwt8RlTvnwUnYgrN+ur4Xyh9htLhjajWNR/Oyl5AX5DEz00qRmlrmK',
}

/**
 * The page at /reference. It loads a viewer of the OpenAPI document from a CDN. Until the viewer is
 * loaded, or without a network, the page shows a plain list of the operations.
 */
export function referencePage(api: Api): string {
  const resources = Object.entries(api).map(([resource, operations]) => {
    const rows = Object.values(operations).map(({ method, path, summary, scope }) => {
      const address = `<code>${method} ${escapeHtml(path)}</code>`
      return `<tr><td>${address}</td><td>${escapeHtml(summary)}</td><td>${scope}</td></tr>`
    })
    const head = '<tr><th>Operation</th><th>What it does</th><th>Scope</th></tr>'
    return `<h2>${escapeHtml(resource)}</h2>\n<table>\n${head}\n${rows.join('\n')}\n</table>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace API ${API_VERSION}</title>
<style>
#operations { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid #8884; }
</style>
</head>
<body>
<main id="operations">
<h1>Workspace API ${API_VERSION}</h1>
<p>The whole contract is in <a href="openapi.json">openapi.json</a>. Paths are below <code>/v1</code>.</p>
${resources.join('\n')}
</main>
<div id="reference"></div>
<script src="${viewer.source}" integrity="${viewer.integrity}" crossorigin="anonymous" defer></script>
<script type="module">
if (window.Scalar) {
  document.getElementById('operations').hidden = true
  window.Scalar.createApiReference('#reference', { url: 'openapi.json', telemetry: false, withDefaultFonts: false })
}
</script>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
