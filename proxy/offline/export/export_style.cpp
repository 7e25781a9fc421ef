#include "proxy/offline/export/export_style.h"

namespace franz::proxy {
// Both themes are complete: the file may be kept for years and opened in any browser.
const char* const kExportStyle = R"css(
:root{color-scheme:light dark;
--ground:#e6e9ed;--surface:#fff;--raised:#f6f7f9;--sunken:#eef0f3;--line:#d8dde4;--control:#7b8594;
--ink:#14171c;--ink-2:#47505d;--ink-3:#5f6876;--focus:#0b57d0;
--blue:#1a5fbe;--blue-tint:#eaf1f9;--blue-edge:#b6ccea;
--orange:#934b00;--orange-tint:#f5efe8;--orange-edge:#dcc5ad;
--green:#17693a;--green-tint:#eaf2ed;--green-edge:#b5cfc0;
--purple:#6a41b5;--purple-tint:#f2eef8;--purple-edge:#cfc2e7;
--red:#b3261e;--red-tint:#f8ebeb;--red-edge:#e7bab7;
--amber:#8a5200;--amber-tint:#f4efe8;--amber-edge:#dac8ad;
--o-actions:#2f8f5b;--o-error:#b96a00;--o-violation:#c8281f;--o-degraded:#2273b8;--o-none:#7d8693;
--sans:system-ui,-apple-system,"Segoe UI Variable Text","Segoe UI",Roboto,"Noto Sans",sans-serif;
--mono:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media screen and (prefers-color-scheme:dark){:root{
--ground:#0a0c0f;--surface:#13161b;--raised:#1a1e25;--sunken:#0d0f13;--line:#272c35;--control:#68748a;
--ink:#e8ebf1;--ink-2:#adb6c4;--ink-3:#8a94a4;--focus:#a8c8ff;
--blue:#79b0ff;--blue-tint:#202a39;--blue-edge:#364a69;
--orange:#f5a95f;--orange-tint:#302924;--orange-edge:#604832;
--green:#74cf94;--green-tint:#202e2b;--green-edge:#345544;
--purple:#c0a4fa;--purple-tint:#292838;--purple-edge:#4e4667;
--red:#ff7a7a;--red-tint:#322327;--red-edge:#63383b;
--amber:#f0b04a;--amber-tint:#302a21;--amber-edge:#5e4a2b;
--o-actions:#4fae78;--o-error:#f0a43c;--o-violation:#ff6363;--o-degraded:#58b0ec;--o-none:#6b7688}}
*,*::before,*::after{box-sizing:border-box;margin:0;padding:0}
html{scroll-padding-top:6.5rem}
body{background:var(--ground);color:var(--ink);font:.8125rem/1.25rem var(--sans);
font-variant-numeric:tabular-nums;scrollbar-color:var(--control) transparent}
h1,h2,h3{font-size:inherit;font-weight:600}
ol,ul{list-style:none}
a{color:inherit}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
summary{cursor:pointer;width:fit-content}
code,.mono{font-family:var(--mono);font-size:.75rem}
.dim{color:var(--ink-3);font-weight:400}
.icon{width:1rem;height:1rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.5;
stroke-linecap:round;stroke-linejoin:round}
.dot{fill:var(--dot,currentColor);stroke:none}
.sprite{position:absolute;width:0;height:0}
.page{max-width:90rem;margin:0 auto;padding:0 1rem 2rem}
.run{margin:1rem 0;background:var(--surface);border:1px solid var(--line);border-radius:.375rem;
overflow:hidden}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;padding:.75rem 1rem;
background:var(--raised);border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:700;letter-spacing:.14em}
.brand .icon{--dot:var(--o-violation);width:1.25rem;height:1.25rem}
.bar h1{font-size:.9375rem;overflow-wrap:anywhere}
.bar .dim{margin-left:auto;font-size:.75rem}
.intro{display:flex;align-items:flex-start;gap:1rem;padding:.75rem 1rem}
.intro img{display:block;width:16rem;max-width:100%;height:auto;background:#000;box-shadow:0 0 0 1px var(--line)}
.intro a{flex:none}
.lead{flex:1;min-width:0;font-size:.9375rem;line-height:1.5rem}
.lead b{font-weight:600}
.lead .dim{display:block;font-size:.75rem;line-height:1.25rem}
.facts{display:flex;flex-wrap:wrap;gap:1px;background:var(--line);border-top:1px solid var(--line)}
.facts div{flex:1 0 auto;min-width:4.5rem;max-width:100%;padding:.25rem .5rem .3125rem;
background:var(--raised)}
.facts dt{color:var(--ink-3);font-size:.6875rem;line-height:.9375rem;white-space:nowrap}
.facts dd{font:.75rem/1rem var(--mono);overflow-wrap:anywhere}
.fold{border-top:1px solid var(--line);padding:.375rem 1rem}
.fold>summary{color:var(--ink-2);font-size:.75rem}
.rows{width:100%;margin:.375rem 0;border-collapse:collapse}
.rows td,.rows th{padding:.125rem .75rem .125rem 0;border-top:1px solid var(--line);
font:.75rem/1.25rem var(--mono);text-align:left;vertical-align:top;overflow-wrap:anywhere}
.rows th{color:var(--ink-2);white-space:nowrap;width:1%}
.columns{columns:22rem auto;column-gap:2rem}
.columns .rows{break-inside:auto}
.notice{display:flex;gap:.625rem;padding:.625rem 1rem;border-top:1px solid var(--edge);
background:var(--tint);color:var(--ink)}
.notice>.icon{margin-top:.125rem;color:var(--hue)}
.notice>div{min-width:0}
.notice ul{padding-left:1.125rem;list-style:disc}
.notice li{font-size:.75rem;color:var(--ink-2);overflow-wrap:anywhere}
.bad{--hue:var(--red);--tint:var(--red-tint);--edge:var(--red-edge)}
.warn{--hue:var(--amber);--tint:var(--amber-tint);--edge:var(--amber-edge)}
.plain{--hue:var(--ink-2);--tint:var(--raised);--edge:var(--line)}
.good{--hue:var(--green);--tint:var(--green-tint);--edge:var(--green-edge)}
.strip{position:sticky;top:0;z-index:2;margin:0 -1rem;padding:.5rem 1rem .375rem;
background:var(--raised);border:solid var(--line);border-width:1px 0}
.ticks{display:flex;flex-wrap:wrap;align-items:flex-end;gap:.125rem;max-height:3.75rem;
overflow-y:auto;scrollbar-width:thin}
.ticks a{display:flex;flex-direction:column;justify-content:flex-end;align-items:stretch;
flex:1 0 .5rem;max-width:1.25rem;height:1.75rem;border-radius:2px}
.ticks a:hover{background:color-mix(in srgb,var(--ink) 12%,transparent)}
.ticks i{display:block;height:.25rem;border-radius:1px;background:var(--mark)}
.h1{--h:.375rem}.h2{--h:.5rem}.h3{--h:.625rem}.h4{--h:.75rem}.h5{--h:.875rem}.h6{--h:1.0625rem}
.h7{--h:1.25rem}.h8{--h:1.5rem}
.ticks .actions i,.ticks .degraded i{height:var(--h,.25rem)}
.ticks .degraded i{background:none;border:1px solid var(--mark);min-height:.75rem}
.ticks .error i{height:.875rem;margin-top:.1875rem}
.ticks .error::after{content:"";height:.25rem;margin-top:.1875rem;border-radius:1px;
background:var(--mark)}
.ticks .violation::before{content:"";align-self:center;width:.5rem;height:.5rem;rotate:45deg;
background:var(--mark)}
.ticks .violation i{height:1.125rem;width:.1875rem;align-self:center}
.ticks .missing i{height:1px;background:var(--red)}
.actions{--mark:var(--o-actions)}.error{--mark:var(--o-error)}.violation{--mark:var(--o-violation)}
.degraded{--mark:var(--o-degraded)}.none{--mark:var(--o-none)}.missing{--mark:var(--o-violation)}
.legend{display:flex;flex-wrap:wrap;gap:0 .875rem;padding-top:.25rem;color:var(--ink-3);
font-size:.6875rem;line-height:1rem}
.legend span{display:inline-flex;align-items:center;gap:.3125rem}
.legend i{width:.375rem;height:.625rem;border-radius:1px;background:var(--mark)}
.legend i.none{height:.25rem}
.legend i.degraded{background:none;border:1px solid var(--mark)}
.turn{margin-top:.75rem;background:var(--surface);border:1px solid var(--line);
border-radius:.375rem;overflow:hidden;content-visibility:auto;contain-intrinsic-size:auto 40rem}
.turn:target{outline:2px solid var(--focus);outline-offset:-1px}
.head{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;padding:.4375rem .75rem;
background:var(--raised);border-bottom:1px solid var(--line);box-shadow:inset 3px 0 var(--mark)}
.head h2 a{text-decoration:none}
.head h2 a:hover{text-decoration:underline}
.head time,.head nav{color:var(--ink-3);font-size:.75rem}
.head nav{margin-left:auto;display:flex;gap:.75rem}
.head nav a{text-decoration:none}
.head nav a:hover{text-decoration:underline}
.badge{display:inline-flex;align-items:center;gap:.25rem;height:1.25rem;padding:0 .4375rem 0 .3125rem;
border:1px solid var(--edge);border-radius:.625rem;background:var(--surface);color:var(--hue);
font-size:.6875rem;font-weight:600;white-space:nowrap}
.badge .icon{width:.75rem;height:.75rem;stroke-width:2}
.body{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,33rem)}
.mind{padding:.5rem .75rem .75rem;min-width:0}
.world{padding:.5rem .75rem .75rem;min-width:0;border-left:1px solid var(--line)}
.body h3{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;margin:.375rem 0 .25rem;
font-size:.75rem;color:var(--hue)}
.body h3 .dim{font-size:.6875rem}
.sst{--hue:var(--blue);--edge:var(--blue-edge)}
.response{--hue:var(--green);--edge:var(--green-edge)}
.feedback{--hue:var(--orange);--edge:var(--orange-edge)}
.picture{--hue:var(--purple);--edge:var(--purple-edge)}
.text{counter-reset:n;font:.8125rem/1.25rem var(--mono);overflow:hidden}
.text>div{position:relative;padding-left:2.375rem;min-height:1.25rem;white-space:pre-wrap;
overflow-wrap:anywhere;counter-increment:n}
.text>div::before{content:counter(n);position:absolute;left:0;width:1.75rem;text-align:right;
font-size:.6875rem;font-weight:400;color:var(--ink-3)}
.text>.title{font-weight:700}
.text>.fence{color:var(--ink-3)}
.text>.code{box-shadow:inset 2px 0 var(--edge)}
.text>.code{margin-left:1.9375rem;padding-left:.4375rem}
.text>.code::before{left:-1.9375rem}
.text>.error{color:var(--red)}
.text>.good{color:var(--green);font-weight:700}
.text.block{white-space:pre-wrap;overflow-wrap:anywhere}
.esc{padding:0 .125rem;border-radius:2px;font-style:normal;font-size:.92em;color:var(--ink-2);
background:color-mix(in srgb,var(--ink) 9%,transparent)}
.cut{color:var(--amber);font-size:.75rem}
.said{color:var(--ink-2);font-size:.75rem}
.picture figure{margin:0}
.picture img{display:block;width:100%;height:auto;background:#000;
box-shadow:0 0 0 1px var(--line)}
.gone{display:grid;place-content:center;justify-items:center;gap:.25rem;aspect-ratio:16/9;
padding:1rem;border:1px dashed var(--control);background:var(--sunken);text-align:center}
.gone.small{aspect-ratio:auto}
.gone span{color:var(--ink-2);font-size:.75rem}
.calls{display:grid;grid-template-columns:repeat(auto-fill,minmax(13.5rem,1fr));gap:0 .75rem}
.calls li{display:flex;gap:.5rem;align-items:baseline;padding:.0625rem 0;min-width:0}
.calls code{overflow-wrap:anywhere;unicode-bidi:isolate}
.calls .number{flex:none;min-width:1.125rem;height:1.125rem;padding:0 .1875rem;border-radius:.5625rem;
background:#b3130b;color:#fff;text-align:center;font:700 .625rem/1.125rem var(--sans)}
.calls .failed .number{background:none;box-shadow:inset 0 0 0 1px var(--red);color:var(--red)}
.calls .failed code,.errors{color:var(--red)}
.calls .noted .number{background:none;box-shadow:inset 0 0 0 1px var(--control);color:var(--ink-2)}
.calls.told{grid-template-columns:minmax(0,1fr);gap:.375rem}
.told li>div{flex:1;min-width:0}
.id{float:right;margin-left:.5rem;color:var(--ink-3);font:.6875rem/1.25rem var(--mono);
overflow-wrap:anywhere;max-width:40%}
.asked{counter-reset:n}
.asked li{position:relative;counter-increment:n;margin:.375rem 0 0 1.9375rem;padding-left:.4375rem;
box-shadow:inset 2px 0 var(--edge);font:.8125rem/1.25rem var(--mono);overflow-wrap:anywhere}
.asked li::before{content:counter(n);position:absolute;left:-1.9375rem;width:1.75rem;text-align:right;
font-size:.6875rem;color:var(--ink-3)}
.answer{margin-top:.125rem;padding-left:.4375rem;box-shadow:inset 2px 0 var(--orange-edge)}
dl.given{display:grid;grid-template-columns:fit-content(40%) minmax(0,1fr);gap:0 .75rem}
.given{font:.75rem/1.25rem var(--mono);overflow-wrap:anywhere}
p.given,.given dd{white-space:pre-wrap}
.given dt{color:var(--ink-2)}
.result{padding:.625rem 1rem;border:1px solid var(--edge);border-width:1px 0;background:var(--tint)}
.result p{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem}
.result b{color:var(--hue);font-size:.9375rem;font-weight:600}
.result span{margin-left:auto;color:var(--ink-2);font-size:.75rem}
.turn .result{border-width:1px;border-radius:.25rem;padding:.5rem .75rem}
.errors li,.plainlist li{font:.75rem/1.25rem var(--mono);overflow-wrap:anywhere;white-space:pre-wrap}
.end{margin-top:1rem;color:var(--ink-3);font-size:.75rem}
@media (max-width:60rem){.page{padding:0 .5rem 1rem}.strip{margin:0 -.5rem;padding:.5rem .5rem .25rem}
.body{display:flex;flex-direction:column-reverse}.world{border-left:0}
.mind{border-top:1px solid var(--line)}.bar .dim{margin-left:0}}
@media (max-width:40rem){.intro{flex-direction:column}.intro a,.intro img{width:100%}.legend{display:none}html{scroll-padding-top:4rem}
.ticks{max-height:2.75rem}}
@media print{@page{margin:12mm}body{background:#fff;font-size:9pt}.page{max-width:none;padding:0}
.strip{display:none}.head nav{display:none}
.run,.turn{break-inside:auto;content-visibility:visible;border-color:#bbb;overflow:visible}
.turn{break-before:page;margin-top:0}
.head,h3{break-after:avoid}figure,.facts,.notice{break-inside:avoid}
.body{grid-template-columns:minmax(0,1fr) 42%;display:grid}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)css";

const char* const kExportSymbols =
    "<svg class=\"sprite\" aria-hidden=\"true\">"
    "<symbol id=\"i-franz\" viewBox=\"0 0 20 20\"><path d=\"M2.5 10a7.5 7.5 0 0 1 13-5.1M17.5 "
    "10a7.5 "
    "7.5 0 0 1-13 5.1\"/><path d=\"M15.8 1.8v3.4h-3.4M4.2 18.2v-3.4h3.4\"/><circle cx=\"10\" "
    "cy=\"10\" r=\"2.4\" class=\"dot\"/></symbol>"
    "<symbol id=\"i-check\" viewBox=\"0 0 16 16\"><path d=\"m3.5 8.5 3 3 6-7\"/></symbol>"
    "<symbol id=\"i-info\" viewBox=\"0 0 16 16\"><circle cx=\"8\" cy=\"8\" r=\"5.8\"/><path d=\"M8 "
    "7.4v3.6\"/><circle cx=\"8\" cy=\"5.1\" r=\".5\" class=\"dot\"/></symbol>"
    "<symbol id=\"i-ask\" viewBox=\"0 0 16 16\"><path d=\"M5.5 6a2.5 2.5 0 1 1 3.6 "
    "2.2c-.8.4-1.1.9-1.1 "
    "1.8\"/><circle cx=\"8\" cy=\"12.6\" r=\".6\" class=\"dot\"/></symbol>"
    "<symbol id=\"i-alert\" viewBox=\"0 0 16 16\"><path d=\"M8 2 14.5 13.5h-13zM8 "
    "6.5v3.2\"/><circle "
    "cx=\"8\" cy=\"11.6\" r=\".5\" class=\"dot\"/></symbol></svg>\n";
}  // namespace franz::proxy
