module example.com/site

go 1.26.0
