import type { Browser } from './open-site.ts'

const size = { width: 1280, height: 780 }

/** Puts pictures, each as PNG in base64, side by side. */
export async function joinPictures(browser: Browser, pictures: readonly string[]): Promise<Buffer> {
  const page = await browser.openPage('about:blank', size)
  await page.run(`(async () => {
    document.body.style = 'margin: 10px; display: flex; gap: 10px; background: #fff'
    for (const data of ${JSON.stringify(pictures)}) {
      const image = new Image()
      image.src = 'data:image/png;base64,' + data
      image.style = 'height: 760px; border-radius: 10px'
      document.body.append(image)
      await image.decode()
    }
  })()`)
  const picture = await page.screenshot({ x: 0, y: 0, ...size })
  await page.close()
  return picture
}
